-- The tables of a sweep's store. One run is one row of `runs`; what was found in it refers to it by `run`.

CREATE TABLE sweep (
    schema INTEGER NOT NULL,               -- version of this schema
    created TIMESTAMP WITH TIME ZONE NOT NULL,
    fullgraph VARCHAR NOT NULL,            -- version that made the store
    command VARCHAR NOT NULL,              -- the command line
    settings JSON NOT NULL                 -- what `--resume` goes on with
);

-- An interpreter with its packages: one, or one for each torch version.
CREATE TABLE environments (
    environment VARCHAR PRIMARY KEY,       -- its name: `torch-2.13`, or the one that was given
    executable VARCHAR NOT NULL,           -- the Python interpreter
    python VARCHAR NOT NULL,
    torch VARCHAR NOT NULL,
    packages MAP(VARCHAR, VARCHAR) NOT NULL -- versions of the libraries of the targets, by distribution
);

-- What the sweep is to run, in this order. A row without one in `runs` is not done yet.
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
    failure VARCHAR,                       -- target, raised, exit, timeout, memory, crash, internal, lost; NULL where it came to its end
    cause VARCHAR,                         -- of the failure: one text for all that fail alike
    message VARCHAR,                       -- of the failure: one line
    during VARCHAR,                        -- the step that failed
    output VARCHAR,                        -- the end of what the target printed, where it failed
    graphs INTEGER,
    inputs VARCHAR[],                      -- the input sets
    step VARCHAR,                          -- forward, forward and backward, training step
    backend VARCHAR,
    device_name VARCHAR,
    source_hash VARCHAR,                   -- of the files that the run reached; NULL where it reached none
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
    file VARCHAR NOT NULL,                 -- below `site-packages`, else below the project
    line INTEGER NOT NULL,
    function VARCHAR,
    source VARCHAR,                        -- the line's text
    kind VARCHAR NOT NULL,                 -- break, skip (the whole function is left to eager), induced (a comprehension is compiled alone for that)
    registry_id VARCHAR,                   -- GB0001 …: of PyTorch's registry of graph breaks
    reason VARCHAR NOT NULL,
    explanation VARCHAR,
    modes VARCHAR[] NOT NULL,
    predicted_by VARCHAR[] NOT NULL,       -- codes of `check`
    missed_in VARCHAR[] NOT NULL,          -- modes that `check` did not predict it for
    stack VARCHAR[] NOT NULL,              -- `file:line function`, outermost first
    operators DOUBLE,                      -- left to eager for it, in a step; NULL where it was not measured
    syncs DOUBLE,                          -- times that the host waits for the device, in a step
    cost_seconds DOUBLE,                   -- host time of a step
    share DOUBLE,                          -- of the step's time
    PRIMARY KEY (run, number)
);

-- What `check` said would break, and did not.
CREATE TABLE predictions (
    run VARCHAR NOT NULL,
    code VARCHAR NOT NULL,
    message VARCHAR NOT NULL,
    file VARCHAR NOT NULL,
    line INTEGER NOT NULL,
    modes VARCHAR[] NOT NULL,
    tested BOOLEAN NOT NULL,               -- the run could have shown it: a false alarm
    unmet BOOLEAN NOT NULL                 -- the line ran, but no condition that the claim names held; both false: nothing is known
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
    ratio DOUBLE NOT NULL,                 -- eager by compiled: above 1 is faster
    ratio_low DOUBLE,                      -- the interval that holds it in 95 of 100 cases
    ratio_high DOUBLE,
    compile_seconds DOUBLE NOT NULL,
    peak_memory_eager BIGINT,
    peak_memory_compiled BIGINT,
    kernels_eager INTEGER,
    kernels_compiled INTEGER
);

-- The files that a run reached, by which a later sweep knows what has changed.
CREATE TABLE sources (
    run VARCHAR NOT NULL,
    file VARCHAR NOT NULL,
    hash VARCHAR NOT NULL,
    PRIMARY KEY (run, file)
);

-- What came of `--fix` on a copy of the code; no row where it was not asked for.
CREATE TABLE repairs (
    run VARCHAR NOT NULL,
    level VARCHAR NOT NULL,                -- of the fixes: safe; or unsafe, where those that are not safe had to run and hold
    codes VARCHAR[] NOT NULL,              -- rules whose fixes are in the copy, once for each fix
    taken_back INTEGER NOT NULL,           -- fixes that ran and did not hold
    status VARCHAR NOT NULL,               -- of the copy, as in `runs`
    breaks INTEGER NOT NULL,               -- that the copy has left
    agrees VARCHAR,                        -- the copy computes what the original does: pass, fail; NULL where they could not be compared
    summary VARCHAR NOT NULL,              -- of that comparison, or why there is none
    PRIMARY KEY (run, level)
);

-- One row for each target, mode, dtype, device, environment and version: of the two passes the one that tells more.
-- What comes of a run is NULL where it is not done yet.
CREATE VIEW results AS
    SELECT planned.* EXCLUDE (number), environments.torch, runs.* EXCLUDE (run)
    FROM planned
    LEFT JOIN runs USING (run)
    LEFT JOIN environments USING (environment)
    QUALIFY row_number() OVER (
        PARTITION BY target, mode, dtype, device, environment, version
        ORDER BY coalesce(status = 'unusable', true), status IS NULL, pass DESC, run
    ) = 1;
