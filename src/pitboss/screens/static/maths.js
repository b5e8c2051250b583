/* The maths: printing, and tables that are wider than their place. */
(function () {
  "use strict";
  document.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) print(); });

  /* What scrolls sideways can be reached with Tab and moved with the arrow keys; what fits is passed over. */
  function reach() {
    document.querySelectorAll(".par .scroll").forEach((place) => {
      const scrolls = place.scrollWidth > place.clientWidth;
      const marks = { tabindex: "0", role: "group", "aria-label": "A wide table: scroll it sideways" };
      Object.entries(marks).forEach(([name, value]) => scrolls ? place.setAttribute(name, value) : place.removeAttribute(name));
    });
  }
  reach();
  addEventListener("resize", reach);
})();
