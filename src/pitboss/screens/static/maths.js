/* The maths: printing. */
document.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) print(); });
