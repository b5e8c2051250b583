/* The desk of a tournament. The map comes with every step of the log, and is fetched with every choice of the director: what
   was asked for last is shown, and a fetch that begins while a choice is under way asks for that choice. After a search
   the card has the keys, after the key for another seat its first field; a move that is made opens its seat card to be
   printed, and what was said of a step goes with the step when it is undone. */
(function () {
  "use strict";
  const { $ } = window.pitboss;
  const CHOICES = ["player", "other", "table", "seat", "find"];
  const body = document.body;
  /* Where the card is above the map and not beside it, it is brought to the eye. */
  const stacked = matchMedia("(max-width: 1180px)");
  let asked = 0, shown = 0, choice = null, wasOpen = false;
  function isOfRoom(event) { return event.detail.target && event.detail.target.id === "room"; }

  body.addEventListener("htmx:configRequest", (event) => {
    if (!isOfRoom(event)) return;
    const { parameters, path } = event.detail;
    if (event.target.id !== "room") {
      choice = new URLSearchParams(path.split("?")[1] || "");
      if (parameters.find) choice.set("find", parameters.find);
      wasOpen = event.target.hasAttribute("aria-current");
    } else if (choice) {
      CHOICES.forEach((name) => { delete parameters[name]; });
      choice.forEach((value, name) => { parameters[name] = value; });
    }
  });
  body.addEventListener("htmx:beforeRequest", (event) => { if (isOfRoom(event)) event.detail.xhr.asked = ++asked; });
  body.addEventListener("htmx:beforeSwap", (event) => {
    const own = event.detail.xhr.asked;
    if (!own) return;
    if (own < shown) event.detail.shouldSwap = false;
    else shown = own;
    if (own === asked) choice = null;
  });
  body.addEventListener("htmx:afterRequest", (event) => {
    if (!stacked.matches || !isOfRoom(event) || event.target.id === "room") return;
    const card = $("#card"), isTable = event.target.matches(".felt");
    if (card && (!isTable || wasOpen)) card.scrollIntoView({ block: "start" });
  });
  body.addEventListener("htmx:afterRequest", (event) => {
    if (!event.target.matches("[data-find]") || !event.detail.successful) return;
    const words = $("#find-words"), card = $("#card");
    words.value = "";
    words.blur();
    const first = card && ($(".found a", card) || card);
    if (first) first.focus();
  });
  body.addEventListener("htmx:afterRequest", (event) => {
    const table = $("#move-table");
    if (table && event.target.matches('[data-key="O"]') && event.detail.successful) table.focus();
  });
  body.addEventListener("done", (event) => {
    if (event.target.matches && event.target.matches('[hx-post="/act/undo"], [hx-post="/act/redo"]')) $("#desk-said").textContent = "";
    const opener = event.target.closest && event.target.closest("[data-opens]");
    if (opener) window.open(opener.dataset.opens, "_blank", "noopener");
  });
})();
