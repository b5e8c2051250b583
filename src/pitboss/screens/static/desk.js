/* The desk of a tournament: after a search the card has the keys, and a move that is made opens its seat card to print. */
(function () {
  "use strict";
  const { $ } = window.pitboss;
  document.body.addEventListener("htmx:afterRequest", (event) => {
    if (!event.target.matches("[data-find]") || !event.detail.successful) return;
    const words = $("#find-words"), card = $("#card");
    words.value = "";
    words.blur();
    const first = card && ($(".found a", card) || card);
    if (first) first.focus();
  });
  document.body.addEventListener("done", (event) => {
    const opener = event.target.closest && event.target.closest("[data-opens]");
    if (opener) window.open(opener.dataset.opens, "_blank", "noopener");
  });
})();
