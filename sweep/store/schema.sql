-- The tables of a sweep's store. One run is one row of `runs`; the other tables refer to it by `run`.

CREATE TABLE sweep (
    schema INTEGER NOT NULL,               -- version of this schema
    created TIMESTAMP WITH TIME ZONE NOT NULL,
    fullgraph VARCHAR NOT NULL,            -- version that made the store
    command VARCHAR NOT NULL,              -- the command line
    settings JSON NOT NULL                 -- what `--resume` continues with
);

-- An interpreter with its packages: one in total, or one per torch version.
CREATE TABLE environments (
    environment VARCHAR PRIMARY KEY,       -- its name: `torch-2.13`, or the given name
    executable VARCHAR NOT NULL,           -- the Python interpreter
    python VARCHAR NOT NULL,
    torch VARCHAR NOT NULL,
    packages MAP(VARCHAR, VARCHAR) NOT NULL -- versions of the libraries of the targets, by distribution
);

-- The planned runs, in this order. A row without a match in `runs` is not done yet.
CREATE TABLE planned (
    run VARCHAR PRIMARY KEY,               -- a digest of the seven columns that follow `number`
    number INTEGER NOT NULL,
    pass VARCHAR NOT NULL,                 -- identify, verify
    target VARCHAR NOT NULL,               -- as `fullgraph verify` takes it
    mode VARCHAR NOT NULL,                 -- eval, train
    dtype VARCHAR NOT NULL,                -- float32, bfloat16, float16
    device VARCHAR NOT NULL,               -- cpu, cuda
    environment VARCHAR NOT NULL,
    version VARCHAR NOT NULL,              -- of the code under test: empty, or a commit
    library VARCHAR NOT NULL               -- hf, timm, … ; the module or file of another target
);

CREATE TABLE runs (
    run VARCHAR PRIMARY KEY,               -- of `planned`
    status VARCHAR NOT NULL,               -- whole (one graph, no recompile), breaks, recompiles, fails (a check), unusable (see failure)
    failure VARCHAR,                       -- target, raised, exit, timeout, memory, crash, internal, lost; NULL if the run finished
    cause VARCHAR,                         -- of the failure: the same text for all runs with this cause
    message VARCHAR,                       -- of the failure: one line
    during VARCHAR,                        -- the step that failed
    output VARCHAR,                        -- the end of the target's output, if it failed
    graphs INTEGER,
    inputs VARCHAR[],                      -- the input sets
    step VARCHAR,                          -- forward, forward and backward, training step
    backend VARCHAR,
    device_name VARCHAR,
    source_hash VARCHAR,                   -- of the files that the run reached; NULL if it reached none
    peak_memory BIGINT,                    -- bytes, of the run's process
    seconds DOUBLE NOT NULL,               -- in the run's process
    finished TIMESTAMP WITH TIME ZONE NOT NULL,
    node VARCHAR NOT NULL,                 -- the machine
    check_errors VARCHAR[]                 -- files that `check` could not read
);

CREATE TABLE checks (
    run VARCHAR NOT NULL,
    name VARCHAR NOT NULL,                 -- eager, breaks, fullgraph, steady, numerics, effects, gains
    status VARCHAR NOT NULL,               -- pass, fail, skipped, slower
    summary VARCHAR NOT NULL,
    PRIMARY KEY (run, name)
);

-- A break in either mode of the compiler: `default`, `fullgraph`.
CREATE TABLE breaks (
    run VARCHAR NOT NULL,
    number INTEGER NOT NULL,
    identity VARCHAR NOT NULL,             -- by content: package and file, function, text of the line, registry id
    file VARCHAR NOT NULL,                 -- relative to `site-packages`, or to the project
    line INTEGER NOT NULL,
    function VARCHAR,
    source VARCHAR,                        -- the line's text
    kind VARCHAR NOT NULL,                 -- break, skip (the whole function is left to eager), induced (a comprehension that is compiled on its own because of another break)
    registry_id VARCHAR,                   -- GB0001 …: of PyTorch's registry of graph breaks
    reason VARCHAR NOT NULL,
    explanation VARCHAR,
    modes VARCHAR[] NOT NULL,
    predicted_by VARCHAR[] NOT NULL,       -- codes of `check`
    missed_in VARCHAR[] NOT NULL,          -- modes for which `check` did not predict it
    stack VARCHAR[] NOT NULL,              -- `file:line function`, outermost first
    operators DOUBLE,                      -- left to eager because of it, per step; NULL if not measured
    syncs DOUBLE,                          -- how often the host waits for the device, per step
    cost_seconds DOUBLE,                   -- host time per step
    share DOUBLE,                          -- of the step's time
    PRIMARY KEY (run, number)
);

-- Lines that `check` predicted to break, and that did not.
CREATE TABLE predictions (
    run VARCHAR NOT NULL,
    code VARCHAR NOT NULL,
    message VARCHAR NOT NULL,
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    modes VARCHAR[] NOT NULL,
    tested BOOLEAN NOT NULL,               -- the run would have shown it: a false positive
    unmet BOOLEAN NOT NULL                 -- the line ran, but none of the prediction's conditions held; if `tested` and `unmet` are false, nothing is known
);

CREATE TABLE recompiles (
    run VARCHAR NOT NULL,
    number INTEGER NOT NULL,
    identity VARCHAR NOT NULL,
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    function VARCHAR,
    kind VARCHAR NOT NULL,                 -- size, dtype, number, length …
    guard VARCHAR NOT NULL,
    advice VARCHAR NOT NULL,
    steady BOOLEAN NOT NULL,               -- after the warm-up
    over_limit BOOLEAN NOT NULL,
    PRIMARY KEY (run, number)
);

CREATE TABLE timings (
    run VARCHAR PRIMARY KEY,
    compiled_with VARCHAR NOT NULL,
    eager_seconds DOUBLE NOT NULL,         -- median of a step
    compiled_seconds DOUBLE NOT NULL,
    ratio DOUBLE NOT NULL,                 -- eager divided by compiled: above 1 is faster
    ratio_low DOUBLE,                      -- the 95 % interval
    ratio_high DOUBLE,
    compile_seconds DOUBLE NOT NULL,
    peak_memory_eager BIGINT,
    peak_memory_compiled BIGINT,
    kernels_eager INTEGER,
    kernels_compiled INTEGER
);

-- The files that a run reached. A later sweep uses them to find what has changed.
CREATE TABLE sources (
    run VARCHAR NOT NULL,
    file VARCHAR NOT NULL,
    hash VARCHAR NOT NULL,
    PRIMARY KEY (run, file)
);

-- The result of `--fix` on a copy of the code; no row without `--fix`.
CREATE TABLE repairs (
    run VARCHAR NOT NULL,
    level VARCHAR NOT NULL,                -- of the fixes: safe, or unsafe if fixes that are not safe had to run and hold
    codes VARCHAR[] NOT NULL,              -- rules whose fixes are in the copy, one entry per fix
    taken_back INTEGER NOT NULL,           -- fixes that ran and did not hold
    status VARCHAR NOT NULL,               -- of the copy, as in `runs`
    breaks INTEGER NOT NULL,               -- that remain in the copy
    agrees VARCHAR,                        -- whether the copy computes what the original does: pass, fail; NULL if they could not be compared
    summary VARCHAR NOT NULL,              -- of that comparison, or why it is missing
    PRIMARY KEY (run, level)
);

-- One row for each target, mode, dtype, device, environment and version, from the pass with more detail.
-- The results of a run are NULL if it is not done yet.
CREATE VIEW results AS
    SELECT planned.* EXCLUDE (number), environments.torch, runs.* EXCLUDE (run)
    FROM planned
    LEFT JOIN runs USING (run)
    LEFT JOIN environments USING (environment)
    QUALIFY row_number() OVER (
        PARTITION BY target, mode, dtype, device, environment, version
        ORDER BY coalesce(status = 'unusable', true), status IS NULL, pass DESC, run
    ) = 1;
