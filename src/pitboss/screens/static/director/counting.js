/* Chips that are being counted: what each box makes of the chips before, and what all of them come to.
   It helps to see a slip of the finger; what counts is decided by the server. */
(function () {
  "use strict";
  const { $, $$ } = window.pitboss;
  const signed = (chips) => (chips > 0 ? "+" : chips < 0 ? "−" : "±") + Math.abs(chips).toLocaleString("en-AU");
  const written = (box) => (/^\s*(\d{1,3}(,\d{3})+|\d+)\s*$/.test(box.value) ? Number(box.value.replaceAll(",", "")) : null);

  function tally(table) {
    const boxes = $$("[data-before]", table);
    let sum = 0, told = 0;
    boxes.forEach((box) => {
      const change = $("[data-change]", box.closest("tr")), chips = written(box);
      if (chips !== null) { told += 1; sum += chips - Number(box.dataset.before); }
      if (change) change.textContent = chips === null ? "" : signed(chips - Number(box.dataset.before));
    });
    const all = $("[data-sum]", table);
    if (!all) return;
    if (!told) all.textContent = "";
    else if ("book" in table.dataset) all.textContent = told < boxes.length ? "" : sum ? signed(sum) : "agrees";
    else all.textContent = (sum > 0 ? "pays " : "takes ") + Math.abs(sum).toLocaleString("en-AU");
  }
  document.addEventListener("input", (event) => {
    const table = event.target.closest("[data-count]");
    if (table) tally(table);
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-count] input")) event.target.select();
  });
  /* Enter goes on to the next box that is empty, and gives the form when there is none. */
  document.addEventListener("keydown", (event) => {
    const box = event.key === "Enter" && event.target.closest("[data-count] input");
    const empty = box && $$("[data-count] input:not([data-optional])", box.form).find((each) => each !== box && !each.value.trim());
    if (!empty || !box.value.trim()) return;
    event.preventDefault();
    empty.focus();
  });
})();
