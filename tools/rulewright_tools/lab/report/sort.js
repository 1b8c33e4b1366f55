"use strict";
// Tables are sorted by a click on a column's head; what is to be printed is unfolded for that.
const value = (row, column) => {
  const text = row.cells[column].textContent.trim();
  const number = parseFloat(text.replace(/\u2212/g, "-").replace(/[,±]/g, ""));
  return text === "" || text === "–" ? null : Number.isNaN(number) ? text : number;
};
const compare = (a, b) =>
  a === b ? 0 : a === null ? 1 : b === null ? -1 : typeof a === "number" && typeof b === "number" ? a - b
    : String(a).localeCompare(String(b), "en");
document.querySelectorAll("table.sort").forEach((table) => {
  const body = table.tBodies[0];
  [...table.tHead.rows[0].cells].forEach((head, column) => {
    const button = document.createElement("button");
    button.append(...head.childNodes);
    head.append(button);
    button.addEventListener("click", () => {
      const words = [...body.rows].some((row) => typeof value(row, column) === "string");
      const now = head.getAttribute("aria-sort");
      const turn = now === "descending" ? 1 : now === "ascending" ? -1 : words ? 1 : -1;
      [...head.parentNode.cells].forEach((other) => other.removeAttribute("aria-sort"));
      head.setAttribute("aria-sort", turn > 0 ? "ascending" : "descending");
      const last = (found) => found === null;
      const rows = [...body.rows].map((row) => [value(row, column), row]);
      rows.sort(([a], [b]) => (last(a) || last(b) ? compare(a, b) : turn * compare(a, b)));
      body.append(...rows.map(([, row]) => row));
    });
  });
});
addEventListener("beforeprint", () => {
  document.querySelectorAll("details.print").forEach((part) => { part.open = true; });
});
