/* The wizard by keyboard: find, arrows, Enter; Esc leaves. Each step puts the focus on its first field. */
(function () {
  "use strict";
  const { $, $$ } = window.pitboss;
  const offered = () => $$(".matter").filter((each) => each.offsetParent !== null);

  function find(text) {
    const wanted = text.toLowerCase().split(/\s+/).filter(Boolean);
    $$("[data-words]").forEach((row) => { row.hidden = !wanted.every((word) => row.dataset.words.includes(word)); });
    $$(".matters").forEach((group) => { group.hidden = !$("[data-words]:not([hidden])", group); });
    $("#none-found").hidden = offered().length > 0;
  }
  document.addEventListener("input", (event) => { if (event.target.matches("[data-find]")) find(event.target.value); });
  document.addEventListener("keydown", (event) => {
    if ($("dialog[open]")) return;
    if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      if ($("[data-close-rule]")) $("[data-close-rule]").click();
      else location.assign($("#wizard").dataset.leavesTo);
      return;
    }
    const rows = offered(), place = rows.indexOf(document.activeElement);
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      if (!rows.length || event.target.matches("select")) return;
      event.preventDefault();
      const next = place + (event.key === "ArrowDown" ? 1 : -1);
      if (next < 0) $("[data-find]").focus(); else rows[Math.min(next, rows.length - 1)].focus();
    } else if (event.key === "Enter" && event.target.matches("[data-find]") && rows.length) {
      event.preventDefault();
      rows[0].click();
    } else if (event.key === "/" && $("[data-find]") && !event.target.matches("input")) {
      event.preventDefault();
      $("[data-find]").focus();
    }
  }, true);
  function begin() {
    const first = $("#wizard input:not([type=hidden]), #wizard select, #wizard .go");
    if (first) first.focus();
  }
  document.body.addEventListener("htmx:afterSettle", (event) => { if (event.target.id === "wizard") begin(); });
  begin();
})();
