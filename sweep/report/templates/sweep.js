(function () {
  "use strict";
  const data = JSON.parse(document.getElementById("data").textContent);
  const ROW = 22, CELL = 18, GAP = 12, HEAD = 112;
  const OUTCOMES = { whole: "whole", breaks: "breaks", recompiles: "recompiles", fails: "fails a check", unusable: "could not be run", not_done: "not done" };
  const COLOURS = { whole: "--whole", pass: "--whole", breaks: "--broken", fail: "--broken", recompiles: "--odd", skipped: "--odd", slower: "--odd", fails: "--wrong", unusable: "--gone", not_done: "--blank" };
  const ORDERS = { plan: "as planned", name: "by name", worst: "most breaks first", slow: "least gain first" };
  const SIGNS = { pass: "✓ pass", fail: "✗ fail", skipped: "- skip", slower: "slow" };
  const VARIED = ["environment", "mode", "dtype", "device", "version"];
  const FILTERS = ["text", "library", "outcome", ...VARIED, "order"];
  const root = document.documentElement;

  /* Data */

  function unpack(table, values) {
    const found = {};
    data.fields[table].forEach(([name, kind], at) => {
      const value = values[at];
      found[name] = value === null || !kind ? value : kind === "text" ? data.texts[value] : value.map((one) => data.texts[one]);
    });
    return found;
  }

  function unpackRun([id, pass, configuration, best, ...tables]) {
    const run = { id, pass, configuration: data.configurations[configuration], number: configuration, best: Boolean(best) };
    Object.keys(data.fields).forEach((table, at) => {
      run[table] = tables[at].map((values) => unpack(table, values));
    });
    Object.assign(run, run.runs[0] || { status: "not_done", inputs: [], check_errors: [] });
    run.timing = run.timings[0];
    run.verdicts = Object.fromEntries(run.checks.map((one) => [one.name, one]));
    return run;
  }

  const models = data.models.map((model, number) => {
    const runs = model.runs.map(unpackRun);
    const best = data.configurations.map((_, at) => runs.find((run) => run.best && run.number === at));
    return {
      number, runs, best, name: model.name, library: model.library,
      breaks: Math.max(0, ...runs.map((run) => run.breaks.length)),
      gain: Math.min(Infinity, ...runs.filter((run) => run.timing).map((run) => run.timing.ratio)),
    };
  });
  const byName = new Map(models.map((model) => [model.name, model]));

  function searched(model) {
    if (model.text === undefined) {
      const words = new Set([model.name, model.library]);
      for (const run of model.runs) {
        for (const one of [run.failure, run.cause, run.message]) if (one) words.add(one);
        for (const one of run.breaks) {
          for (const word of [`${one.file}:${one.line}`, one.registry_id, one.reason, ...one.predicted_by]) if (word) words.add(word);
        }
        for (const one of run.recompiles) words.add(`${one.file}:${one.line}`).add(one.guard);
        for (const one of run.predictions) words.add(one.code).add(`${one.file}:${one.line}`);
      }
      model.text = [...words].join("\n").toLowerCase();
    }
    return model.text;
  }

  const varied = VARIED.filter((name) => new Set(data.configurations.map((one) => one[name])).size > 1);

  function label(configuration) {
    const shown = varied.map((name) => configuration[name] || "-");
    return (shown.length ? shown : [configuration.mode]).join(" · ");
  }

  /* Elements: text becomes text nodes, and addresses are ours or begin with https. */

  function make(name, attributes, ...children) {
    const element = document.createElement(name);
    for (const [key, value] of Object.entries(attributes || {})) {
      if (value !== undefined && value !== null && value !== false) element.setAttribute(key, value === true ? "" : value);
    }
    element.append(...children.flat().filter((one) => one !== null && one !== undefined && one !== ""));
    return element;
  }

  function outside(address, ...children) {
    return address && address.startsWith("https://") ? make("a", { href: address, rel: "noreferrer" }, ...children) : make("span", {}, ...children);
  }

  function place(run, file, line) {
    const prefixes = data.prefixes[run.configuration.environment] || {};
    const slash = file.indexOf("/");
    const known = slash > 0 && !run.configuration.version && Object.hasOwn(prefixes, file.slice(0, slash));
    const address = known ? `${prefixes[file.slice(0, slash)]}${encodeURI(file)}#L${line}` : "";
    return outside(address, make("code", {}, `${file}:${line}`));
  }

  function registry(id) {
    return /^GB\d+$/.test(id || "") ? outside(data.registry.replace("{}", id.toLowerCase()), id) : id || "-";
  }

  function rule(code) {
    return Object.hasOwn(data.rules, code) ? make("a", { class: "chip hit", href: `#rule/${encodeURIComponent(code)}` }, code) : make("span", { class: "chip hit" }, code);
  }

  const badge = (status, text) => make("span", { class: `badge ${status}` }, text);

  function seconds(value) {
    if (value === null || value === undefined) return "-";
    for (const [unit, scale] of [["s", 1], ["ms", 1e-3], ["us", 1e-6]]) {
      if (value >= scale) return `${Number((value / scale).toPrecision(3))} ${unit}`;
    }
    return `${Number((value / 1e-9).toPrecision(3))} ns`;
  }

  function percent(value) {
    if (value === null || value === undefined) return "-";
    if (value === 0) return "0 %";
    const shown = 100 * value;
    return shown >= 9.95 ? `${shown.toFixed(0)} %` : shown >= 0.1 ? `${shown.toFixed(1)} %` : "<0.1 %";
  }

  const bytes = (value) => (value === null || value === undefined ? "-" : value >= 1 << 30 ? `${(value / (1 << 30)).toFixed(2)} GiB` : `${(value / (1 << 20)).toFixed(0)} MiB`);

  function table(name, heads, rows) {
    const cell = ([text, kind]) => make("th", { scope: "col", class: kind }, text);
    const line = (cells) => make("tr", {}, cells.map((one, at) => make("td", { class: heads[at][1], "data-of": heads[at][0] }, one)));
    return make("div", { class: "scroll" }, make("table", { class: name }, make("thead", {}, make("tr", {}, heads.map(cell))), make("tbody", {}, rows.map(line))));
  }

  /* The map: names are links, cells are drawn; only what is to be seen is there. */

  const map = document.getElementById("map"), sheet = map.querySelector(".sheet"), pane = map.querySelector(".pane");
  const canvas = map.querySelector("canvas"), names = map.querySelector(".names"), tip = document.getElementById("tip");
  const form = document.getElementById("filters"), found = document.getElementById("found");
  let shown = models, groups = [], colours = {}, waiting = false, side = 260;

  function readColours() {
    const style = getComputedStyle(root);
    for (const name of ["--whole", "--broken", "--odd", "--wrong", "--gone", "--blank", "--text", "--dim", "--line", "--card", "--soft"]) colours[name] = style.getPropertyValue(name).trim();
    colours.font = getComputedStyle(document.body).fontFamily;
  }

  function layGroups(chosen) {
    let left = 0;
    groups = [];
    data.configurations.forEach((configuration, at) => {
      if (!VARIED.every((name) => !chosen[name] || configuration[name] === chosen[name])) return;
      const seen = new Set(models.flatMap((model) => (model.best[at] ? Object.keys(model.best[at].verdicts) : [])));
      const columns = ["", ...Object.keys(data.checks).filter((name) => seen.has(name))];
      groups.push({ at, label: label(configuration), columns, left });
      left += columns.length * CELL + GAP;
    });
    return left;
  }

  function outcome(run, check) {
    if (!run || run.status === "not_done") return "not_done";
    if (!check) return run.status;
    const verdict = run.verdicts[check];
    return verdict ? verdict.status : "not_done";
  }

  function draw() {
    waiting = false;
    const ratio = window.devicePixelRatio || 1, width = map.clientWidth, height = map.clientHeight;
    if (!width) return;
    if (canvas.width !== Math.round(width * ratio) || canvas.height !== Math.round(height * ratio)) {
      canvas.width = Math.round(width * ratio);
      canvas.height = Math.round(height * ratio);
      pane.style.width = `${width}px`;
      pane.style.height = `${height}px`;
      names.style.width = `${side}px`;
      names.style.top = `${HEAD}px`;
    }
    const pen = canvas.getContext("2d");
    pen.setTransform(ratio, 0, 0, ratio, 0, 0);
    pen.fillStyle = colours["--card"];
    pen.fillRect(0, 0, width, height);
    const first = Math.floor(map.scrollTop / ROW), shift = map.scrollTop % ROW;
    const last = Math.min(shown.length, first + Math.ceil((height - HEAD) / ROW) + 1);
    pen.save();
    pen.beginPath();
    pen.rect(side, HEAD, width - side, height - HEAD);
    pen.clip();
    for (const group of groups) {
      const begin = side + group.left - map.scrollLeft;
      if (begin > width || begin + group.columns.length * CELL < side) continue;
      for (let row = first; row < last; row++) {
        const run = shown[row].best[group.at], y = HEAD + (row - first) * ROW - shift;
        group.columns.forEach((check, at) => cell(pen, begin + at * CELL, y, outcome(run, check), !check));
      }
    }
    pen.restore();
    head(pen, width);
    pen.fillStyle = colours["--line"];
    pen.fillRect(side - 1, 0, 1, height);
    pen.fillRect(0, HEAD - 1, width, 1);
    link(first, last, shift);
  }

  function cell(pen, x, y, status, round) {
    pen.fillStyle = colours[COLOURS[status]] || colours["--blank"];
    if (round && pen.roundRect) {
      pen.beginPath();
      pen.roundRect(x + 1, y + 2, CELL - 2, ROW - 4, 5);
      pen.fill();
    } else pen.fillRect(x + 1, y + 2, CELL - 2, ROW - 4);
    if (status === "fail" || status === "breaks" || status === "fails") {
      pen.strokeStyle = "rgba(255,255,255,.85)";
      pen.lineWidth = 1.5;
      pen.beginPath();
      pen.moveTo(x + 6, y + 8);
      pen.lineTo(x + 12, y + 14);
      pen.moveTo(x + 12, y + 8);
      pen.lineTo(x + 6, y + 14);
      pen.stroke();
    } else if (status === "skipped" || status === "slower" || status === "recompiles" || status === "unusable") {
      pen.fillStyle = "rgba(255,255,255,.85)";
      pen.fillRect(x + 6, y + 10, 6, 2);
    }
  }

  function head(pen, width) {
    pen.save();
    pen.beginPath();
    pen.rect(side, 0, width - side, HEAD);
    pen.clip();
    for (const group of groups) {
      const begin = side + group.left - map.scrollLeft, wide = group.columns.length * CELL;
      if (begin > width || begin + wide < side) continue;
      pen.fillStyle = colours["--text"];
      pen.font = `600 12px ${colours.font}`;
      title(pen, group.label, Math.max(begin, Math.min(side + 4, begin + wide - 40)), begin + wide);
      pen.font = `12px ${colours.font}`;
      group.columns.forEach((check, at) => {
        pen.save();
        pen.translate(begin + at * CELL + CELL / 2 + 4, HEAD - 7);
        pen.rotate(-Math.PI / 2);
        pen.fillStyle = check ? colours["--dim"] : colours["--text"];
        pen.fillText(check ? data.checks[check] : "outcome", 0, 0);
        pen.restore();
      });
    }
    pen.restore();
  }

  function title(pen, text, left, right) {
    const lines = [""];
    for (const part of text.split(" · ")) {
      const longer = lines[lines.length - 1] ? `${lines[lines.length - 1]} · ${part}` : part;
      if (lines.length < 2 && lines[0] && pen.measureText(longer).width > right - left) lines.push(part);
      else lines[lines.length - 1] = longer;
    }
    lines.forEach((line, at) => {
      let cut = line;
      while (cut.length > 3 && pen.measureText(cut).width > right - left) cut = `${cut.slice(0, -2)}…`;
      pen.fillText(cut, left, 17 + at * 15);
    });
  }

  const links = [];

  function link(first, last, shift) {
    while (links.length < last - first) links.push(names.appendChild(make("a", {})));
    links.forEach((element, at) => {
      const model = shown[first + at];
      element.hidden = first + at >= last;
      if (element.hidden) return;
      element.style.top = `${at * ROW - shift}px`;
      if (element.model === model) return;
      element.model = model;
      element.textContent = model.name;
      element.title = model.name;
      element.href = address(model);
    });
  }

  function later() {
    if (!waiting) {
      waiting = true;
      requestAnimationFrame(draw);
    }
  }

  function under(event) {
    const box = map.getBoundingClientRect(), x = event.clientX - box.left - map.clientLeft, y = event.clientY - box.top - map.clientTop;
    if (x < side || y < HEAD || x > map.clientWidth || y > map.clientHeight) return null;
    const model = shown[Math.floor((y - HEAD + map.scrollTop) / ROW)], across = x - side + map.scrollLeft;
    const group = groups.find((one) => across >= one.left && across < one.left + one.columns.length * CELL);
    if (!model || !group) return null;
    return { model, run: model.best[group.at], check: group.columns[Math.floor((across - group.left) / CELL)], group };
  }

  function address(model, run) {
    return `#model/${encodeURIComponent(model.name)}${run ? `?run=${run.id}` : ""}`;
  }

  function explain({ model, run, check, group }) {
    const said = !run || run.status === "not_done" ? "not done" : check ? (run.verdicts[check] ? `${data.checks[check]}: ${run.verdicts[check].status}. ${run.verdicts[check].summary}` : `${data.checks[check]}: not run`) : `${OUTCOMES[run.status]}${run.message ? `: ${run.message}` : run.breaks.length ? `: ${run.breaks.length}` : ""}`;
    const cut = said.length > 300 ? `${said.slice(0, 300)}…` : said;
    return [make("b", {}, model.name.slice(0, 120)), ` ${group.label}`, make("br"), cut];
  }

  map.addEventListener("scroll", () => { tip.hidden = true; later(); }, { passive: true });
  map.addEventListener("pointermove", (event) => {
    const at = event.pointerType === "mouse" ? under(event) : null;
    tip.hidden = !at;
    map.style.cursor = at ? "pointer" : "";
    if (!at) return;
    tip.replaceChildren(...explain(at));
    const box = tip.getBoundingClientRect();
    tip.style.left = `${Math.max(4, Math.min(event.clientX + 14, window.innerWidth - box.width - 8))}px`;
    tip.style.top = `${event.clientY + 18 + box.height > window.innerHeight ? event.clientY - box.height - 10 : event.clientY + 18}px`;
  });
  map.addEventListener("pointerleave", () => { tip.hidden = true; });
  map.addEventListener("click", (event) => {
    const at = under(event);
    if (at) location.hash = address(at.model, at.run);
  });
  new ResizeObserver(() => resize()).observe(map);
  const recolour = () => { readColours(); later(); };
  new MutationObserver(recolour).observe(root, { attributes: true, attributeFilter: ["data-theme"] });
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", recolour);

  /* Filters, which are in the page's address too. */

  function choices(name, texts) {
    const select = form.elements[name];
    select.replaceChildren(...Object.entries(texts).map(([value, text]) => make("option", { value }, text)));
  }

  const distinct = (values) => Object.fromEntries([["", "all"], ...[...new Set(values)].filter(Boolean).sort().map((one) => [one, one])]);
  choices("library", distinct(models.map((model) => model.library)));
  choices("outcome", { "": "all", ...OUTCOMES });
  choices("order", ORDERS);
  for (const name of VARIED) {
    choices(name, distinct(data.configurations.map((one) => one[name])));
    form.elements[name].closest("label").hidden = !varied.includes(name);
  }

  function chosen() {
    return Object.fromEntries(FILTERS.map((name) => [name, form.elements[name].value]));
  }

  function resize() {
    side = Math.round(Math.max(130, Math.min(280, map.clientWidth * 0.4)));
    sheet.style.width = `${side + (groups.length ? groups[groups.length - 1].left + groups[groups.length - 1].columns.length * CELL : 0) + 8}px`;
    sheet.style.height = `${HEAD + shown.length * ROW + 6}px`;
    names.style.width = `${side}px`;
    later();
  }

  function filter() {
    const want = chosen(), words = want.text.toLowerCase().split(/\s+/).filter(Boolean);
    layGroups(want);
    shown = models.filter((model) => {
      if (want.library && model.library !== want.library) return false;
      const runs = groups.map((group) => model.best[group.at]).filter(Boolean);
      if (!runs.length || (want.outcome && !runs.some((run) => run.status === want.outcome))) return false;
      return words.every((word) => searched(model).includes(word));
    });
    if (want.order === "name") shown.sort((a, b) => (a.name < b.name ? -1 : 1));
    if (want.order === "worst") shown.sort((a, b) => b.breaks - a.breaks || a.number - b.number);
    if (want.order === "slow") shown.sort((a, b) => a.gain - b.gain || a.number - b.number);
    found.textContent = `${shown.length} of ${models.length} models`;
    map.scrollTop = 0;
    resize();
  }

  function written() {
    const parts = Object.entries(chosen()).filter(([name, value]) => value && !(name === "order" && value === "plan"));
    return `#models${parts.length ? `?${new URLSearchParams(parts)}` : ""}`;
  }

  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", () => {
    history.replaceState(null, "", written());
    filter();
  });

  /* A model's page */

  function verdicts(run) {
    const rows = Object.keys(data.checks).filter((name) => run.verdicts[name]).map((name) => {
      const one = run.verdicts[name];
      return make("tr", {}, make("td", {}, badge(one.status, SIGNS[one.status] || one.status)), make("th", { scope: "row" }, data.checks[name]), make("td", { class: "where" }, one.summary));
    });
    return rows.length ? [make("div", { class: "scroll" }, make("table", { class: "verdicts" }, make("tbody", {}, rows)))] : [];
  }

  function broken(run) {
    if (!run.breaks.length) return [];
    const row = (one) => [
      [
        make("div", {}, place(run, one.file, one.line), one.function ? make("span", { class: "dim" }, ` in ${one.function}`) : null),
        one.source ? make("code", { class: "line" }, one.source) : null,
        make("div", {}, one.reason, one.kind === "skip" ? make("span", { class: "dim" }, "; the whole function is left to eager") : one.kind === "induced" ? make("span", { class: "dim" }, "; only because of another break") : null),
        one.explanation ? make("div", { class: "dim" }, one.explanation) : null,
        one.stack.length ? make("details", { class: "stack" }, make("summary", {}, `reached through ${one.stack.length} calls`), make("ol", {}, one.stack.map((step) => make("li", {}, make("code", {}, step))))) : null,
      ],
      registry(one.registry_id),
      one.modes.join(", "),
      [one.predicted_by.map(rule), one.missed_in.length ? make("span", { class: "chip missed", title: "not predicted in these modes" }, `missed: ${one.missed_in.join(", ")}`) : null].flat(),
      percent(one.share), one.operators === null ? "-" : String(one.operators), one.syncs === null ? "-" : String(one.syncs), seconds(one.cost_seconds),
    ];
    const heads = [["Where and what", "what"], ["Registry"], ["Mode"], ["check"], ["Share of a step", "num"], ["Operators", "num"], ["Syncs", "num"], ["Host time", "num"]];
    return [make("h4", {}, `Graph breaks (${run.breaks.length})`), table("parts", heads, run.breaks.map(row))];
  }

  function predicted(run) {
    if (!run.predictions.length) return [];
    const rows = run.predictions.map((one) => [rule(one.code), [place(run, one.file, one.line), make("div", { class: "dim" }, one.message)], one.modes.join(", "), one.tested ? make("span", { class: "chip wrong" }, "false alarm") : "not tested by this run"]);
    return [make("h4", {}, "Predicted by check, and not seen"), table("parts", [["Rule"], ["Where and what", "what"], ["Mode"], ["State"]], rows)];
  }

  function recompiled(run) {
    if (!run.recompiles.length) return [];
    const rows = run.recompiles.map((one) => [[place(run, one.file, one.line), one.function ? make("span", { class: "dim" }, ` in ${one.function}`) : null, make("div", {}, `${one.kind}: ${one.guard}`)], one.advice, one.over_limit ? "given up" : one.steady ? "in the steady state" : "while warming up"]);
    return [make("h4", {}, `Recompiles (${run.recompiles.length})`), table("parts", [["Where and for what", "what"], ["What helps"], ["When"]], rows)];
  }

  function timed(run) {
    const one = run.timing;
    if (!one) return [];
    const ratio = `${one.ratio.toFixed(2)}${one.ratio_low !== null ? ` (${one.ratio_low.toFixed(2)} to ${one.ratio_high.toFixed(2)})` : ""}`;
    const count = (value) => (value === null ? "-" : String(value));
    const heads = [["Compiled with"], ["Eager", "num"], ["Compiled", "num"], ["Speed-up", "num"], ["Compile", "num"], ["Memory, eager", "num"], ["Compiled", "num"], ["Kernels, eager", "num"], ["Compiled", "num"]];
    const row = [one.compiled_with, seconds(one.eager_seconds), seconds(one.compiled_seconds), ratio, seconds(one.compile_seconds), bytes(one.peak_memory_eager), bytes(one.peak_memory_compiled), count(one.kernels_eager), count(one.kernels_compiled)];
    return [make("h4", {}, "Time per step"), table("parts", heads, [row])];
  }

  function repaired(run) {
    if (!run.repairs.length) return [];
    const rows = run.repairs.map((one) => [one.level, one.codes.map(rule), String(one.taken_back), badge(one.status, OUTCOMES[one.status] || one.status), String(one.breaks), one.agrees ? [badge(one.agrees, SIGNS[one.agrees] || one.agrees), ` ${one.summary}`] : one.summary || "-"]);
    return [make("h4", {}, "After --fix, on a copy"), table("parts", [["Fixes"], ["Applied"], ["Undone", "num"], ["Outcome"], ["Breaks left", "num"], ["Same as the original"]], rows)];
  }

  function failed(run) {
    if (!run.failure) return [];
    return [
      make("p", { class: "say-so fail" }, `${run.failure}${run.during ? `, in ${run.during}` : ""}: ${run.message || run.cause || ""}`),
      ...(run.output ? [make("h4", {}, "The end of what it printed"), make("pre", { class: "output" }, run.output)] : []),
    ];
  }

  function about(run) {
    const lines = [
      ["Took", run.seconds === undefined ? "" : `${seconds(run.seconds)}, up to ${bytes(run.peak_memory)}`],
      ["Where", [run.node, run.device_name, run.backend, run.finished].filter(Boolean).join(" · ")],
      ["What", [run.step, run.graphs === null || run.graphs === undefined ? "" : `${run.graphs} graph${run.graphs === 1 ? "" : "s"}`].filter(Boolean).join(", ")],
      ["Inputs", run.inputs.length ? make("code", {}, run.inputs.join(" | ")) : ""],
      ["Not read", run.check_errors.join("; ")],
      ["Run", make("code", {}, run.id)],
    ];
    return make("dl", { class: "facts" }, lines.filter(([, text]) => text).map(([name, text]) => [make("dt", {}, name), make("dd", {}, text)]).flat());
  }

  function section(run, open) {
    const title = [run.pass, VARIED.map((name) => run.configuration[name]).filter(Boolean).join(" · ")].join(" · ");
    return make("details", { class: "card", open, id: `run-${run.id}` },
      make("summary", {}, make("h3", {}, title), badge(run.status, OUTCOMES[run.status] || run.status), run.breaks.length ? make("span", { class: "dim" }, `${run.breaks.length} break${run.breaks.length === 1 ? "" : "s"}`) : null, run.timing ? make("span", { class: "dim" }, `${run.timing.ratio.toFixed(2)} times as fast`) : null),
      failed(run), about(run), verdicts(run), broken(run), predicted(run), recompiled(run), timed(run), repaired(run));
  }

  function showModel(name, id) {
    const view = document.getElementById("model"), model = byName.get(name);
    view.replaceChildren(make("p", { class: "back" }, make("a", { href: written() }, "← All models")));
    view.classList.add("model");
    if (!model) {
      view.append(make("p", {}, "There is no such model in this sweep: ", make("code", {}, name)));
      return;
    }
    view.append(make("h2", { class: "where" }, model.name), make("p", { class: "dim" }, model.library));
    const wanted = model.runs.find((run) => run.id === id) || model.runs.find((run) => run.status !== "whole" && run.status !== "not_done") || model.runs[0];
    for (const run of model.runs) view.append(section(run, run === wanted));
    if (id && wanted.id === id) document.getElementById(`run-${id}`).scrollIntoView({ block: "start", behavior: "instant" });
  }

  /* A rule's page, of the little Markdown that these are written in. */

  function inline(text) {
    return text.split(/(`[^`]+`)/).filter(Boolean).map((part) => (part.length > 2 && part.startsWith("`") && part.endsWith("`") ? make("code", {}, part.slice(1, -1)) : part));
  }

  function rendered(lines) {
    const made = [];
    let paragraph = [], list = null, code = null;
    const close = () => {
      if (paragraph.length) made.push(make("p", {}, inline(paragraph.join(" "))));
      paragraph = [];
      list = null;
    };
    for (const line of lines.join("\n").split("\n")) {
      if (line.startsWith("```")) {
        close();
        if (code) made.push(make("pre", {}, code.join("\n")));
        code = code ? null : [];
      } else if (code) code.push(line);
      else if (/^#+ /.test(line)) {
        close();
        made.push(make(line.startsWith("# ") ? "h2" : "h3", {}, inline(line.replace(/^#+ /, ""))));
      } else if (/^[-*] /.test(line)) {
        if (!list) {
          close();
          made.push((list = make("ul", {})));
        }
        list.append(make("li", {}, inline(line.slice(2))));
      } else if (list && /^ +\S/.test(line)) list.lastChild.append(" ", ...inline(line.trim()));
      else if (line.trim()) {
        if (list) close();
        paragraph.push(line);
      } else close();
    }
    close();
    return made;
  }

  function showRule(code) {
    const view = document.getElementById("rule"), lines = Object.hasOwn(data.rules, code) ? data.rules[code] : [`There is no page of \`${code}\` here.`];
    view.classList.add("rule");
    view.replaceChildren(make("p", { class: "back" }, make("a", { href: "#causes" }, "← Causes"), " · ", make("a", { href: `#models?text=${encodeURIComponent(code)}` }, "models that it is about")), ...rendered(lines));
  }

  /* Which view is shown is what stands behind the # of the address. */

  function decoded(text) {
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  }

  function route() {
    const hash = location.hash.slice(1), mark = hash.indexOf("?");
    const path = mark < 0 ? hash : hash.slice(0, mark), asked = new URLSearchParams(mark < 0 ? "" : hash.slice(mark + 1));
    const slash = path.indexOf("/"), first = slash < 0 ? path : path.slice(0, slash), rest = slash < 0 ? "" : decoded(path.slice(slash + 1));
    const name = ["models", "causes", "model", "rule"].includes(first) ? first : "totals";
    for (const view of document.querySelectorAll(".view")) view.classList.toggle("shown", view.dataset.view === name);
    const tab = { model: "models", rule: "causes" }[name] || name;
    for (const one of document.querySelectorAll(".tabs a")) {
      if (one.getAttribute("href").startsWith(`#${tab}`)) one.setAttribute("aria-current", "page");
      else one.removeAttribute("aria-current");
    }
    tip.hidden = true;
    if (name !== "models") window.scrollTo({ top: 0, behavior: "instant" });
    if (name === "models") {
      for (const field of FILTERS) {
        const control = form.elements[field];
        control.value = asked.get(field) || (field === "order" ? "plan" : "");
        if (control.selectedIndex === -1) control.selectedIndex = 0;
      }
      document.querySelector('.tabs a[href^="#models"]').setAttribute("href", "#models");
      filter();
    }
    if (name === "model") showModel(rest, asked.get("run"));
    if (name === "rule") showRule(rest);
  }

  root.classList.add("scripted");
  readColours();
  layGroups({});
  window.addEventListener("hashchange", route);
  route();
  document.documentElement.dataset.ready = "yes";
})();
