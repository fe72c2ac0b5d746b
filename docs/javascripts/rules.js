// Filters for the tables of the rules' index, by the columns that `make docs` writes. Without JavaScript, all rules show.
document.addEventListener("DOMContentLoaded", () => {
  const sections = [];
  for (const heading of document.querySelectorAll(".md-content h2")) {
    const family = /^FG\dxx/.exec(heading.textContent.trim());
    let next = heading.nextElementSibling;
    while (next && next.tagName !== "H2" && !(next.tagName === "TABLE" || next.querySelector("table"))) {
      next = next.nextElementSibling;
    }
    const table = next && (next.tagName === "TABLE" ? next : next.querySelector("table"));
    if (family && table) {
      sections.push({ family: heading.textContent.replace("¶", "").trim(), heading, table, box: next });
    }
  }
  if (!sections.length) return;

  const columns = [...sections[0].table.tHead.rows[0].cells].map((cell) => cell.textContent.trim());
  const cell = (row, name) => row.cells[columns.indexOf(name)].textContent.trim();
  const rows = sections.flatMap((section) =>
    [...section.table.tBodies[0].rows].map((row) => ({ row, section, words: row.textContent.toLowerCase() })));
  const parts = (text) => text.split(", ").flatMap((part) => {
    const range = /^(\d+)\.(\d+) to \d+\.(\d+)$/.exec(part);
    return range
      ? Array.from({ length: range[3] - range[2] + 1 }, (_, index) => `${range[1]}.${Number(range[2]) + index}`)
      : [part];
  });
  const choices = (name) => [...new Set(rows.flatMap(({ row }) => parts(cell(row, name))))].sort();

  const form = document.createElement("form");
  form.className = "rule-filters";
  form.addEventListener("submit", (event) => event.preventDefault());
  const add = (name, control) => {
    const label = document.createElement("label");
    label.append(name, control);
    form.append(label);
    control.addEventListener("input", show);
    return control;
  };
  const select = (name, values) => {
    const control = document.createElement("select");
    for (const value of ["all", ...values]) control.add(new Option(value, value === "all" ? "" : value));
    return add(name, control);
  };

  const text = add("text", Object.assign(document.createElement("input"), { type: "search", placeholder: "FG101, print …" }));
  const family = select("family", sections.map((section) => section.family));
  const mode = select("mode", choices("mode"));
  const torch = select("torch", choices("torch").sort((a, b) => b.localeCompare(a, undefined, { numeric: true })));
  const fix = select("fix", choices("fix"));
  const count = document.createElement("output");
  form.append(count);
  sections[0].heading.before(form);

  function show() {
    let shown = 0;
    for (const section of sections) section.left = 0;
    for (const { row, section, words } of rows) {
      const fits = words.includes(text.value.trim().toLowerCase())
        && (!family.value || section.family === family.value)
        && (!mode.value || parts(cell(row, "mode")).includes(mode.value))
        && (!torch.value || parts(cell(row, "torch")).includes(torch.value))
        && (!fix.value || parts(cell(row, "fix")).includes(fix.value));
      row.hidden = !fits;
      section.left += fits;
      shown += fits;
    }
    for (const section of sections) {
      section.heading.hidden = section.box.hidden = section.left === 0;
    }
    count.textContent = `${shown} of ${rows.length} rules`;
  }
  show();
});
