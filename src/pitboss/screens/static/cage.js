/* For the desks: the pulse of the house at a bearable pace, and a button that prints the page. */
(function () {
  "use strict";
  /* However fast things happen, the parts of a page are drawn anew once a second at most, and always after the last. */
  const REST = 1000;
  let resting = false, missed = false;
  function beat() {
    if (resting) { missed = true; return; }
    resting = true;
    missed = false;
    htmx.trigger(document.body, "beat");
    setTimeout(() => { resting = false; if (missed) beat(); }, REST);
  }
  document.addEventListener("sse:step", (event) => { if (event.target.matches("[data-beat]")) beat(); });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) window.print(); });
})();
