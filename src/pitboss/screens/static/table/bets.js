/* Chips that are not on the felt yet: put on a spot, taken off again, and placed all together. The fields of the form
   hold the amounts, so that everything can be typed as well. */
(function () {
  "use strict";
  const { $, $$, beep } = window.pitboss;
  /* `chosen` is the box that somebody has picked for these chips; as long as they have not, it is the one they sit at. */
  let moves = [], arePlaced = false, chosen = null;
  const form = () => $("#bets");
  const fields = () => $$("#bets input[data-spot]");
  const cents = (field) => Math.round(parseFloat(field.value.replace(/[$,]/g, "") || "0") * 100) || 0;
  function set(field, amount) { field.value = amount ? (amount / 100).toFixed(2).replace(/\.00$/, "") : ""; }
  const staged = () => Object.fromEntries(fields().map((field) => [field.dataset.spot, cents(field)]));
  const memory = () => "wagers " + form().dataset.table;
  const seat = () => form().elements["seat:whole"];

  function put(place) {
    const field = fields().find((each) => each.dataset.spot === place.dataset.put);
    if (!field) return;
    const box = place.dataset.box, fixed = Number(place.dataset.fixed || 0);
    if (box && box !== seat().value) { seat().value = box; moves = []; fill({}); }
    if (box) chosen = box;
    moves.push(staged());
    if (fixed) set(field, cents(field) ? 0 : fixed);
    else set(field, cents(field) + Number($("#bets input[name=chip]:checked").value));
    together(field);
    beep("chip");
    show();
  }
  function together(field) {
    field.dataset.with.split(" ").filter(Boolean).forEach((kind) => set(fields().find((one) => one.dataset.spot === kind), cents(field)));
  }
  const inMoney = (amount) => (amount / 100).toLocaleString("en-AU", { style: "currency", currency: "AUD" });
  function fill(amounts) { fields().forEach((field) => set(field, amounts[field.dataset.spot] || 0)); show(); }
  function show() {
    if (!form()) return;
    let total = 0;
    fields().forEach((field) => {
      const amount = cents(field);
      total += amount;
      $$('[data-put="' + field.dataset.spot + '"]').forEach((spot) => {
        const isHere = !spot.dataset.box || spot.dataset.box === seat().value;
        $(".staged", spot).textContent = amount && isHere ? "+" + inMoney(amount) : "";
      });
    });
    const told = total ? inMoney(total) : "";
    $("#bet-total").textContent = told;
    $("#put-down").disabled = !total;
    $("[data-bet=undo]").disabled = !moves.length;
    $("[data-bet=clear]").disabled = !total;
    $("[data-bet=again]").disabled = !localStorage.getItem(memory());
    $("[data-bet=double]").disabled = !total;
  }
  document.addEventListener("click", (event) => {
    if (!form()) return;
    const spot = event.target.closest("[data-put]"), tool = event.target.closest("[data-bet]");
    if (spot || tool) arePlaced = false;
    if (spot) put(spot);
    if (!tool) return;
    const now = staged();
    if (tool.dataset.bet === "undo") { if (moves.length) fill(moves.pop()); return; }
    moves.push(now);
    if (tool.dataset.bet === "clear") fill({});
    if (tool.dataset.bet === "double") fill(Object.fromEntries(Object.entries(now).map(([kind, amount]) => [kind, 2 * amount])));
    if (tool.dataset.bet === "again") fill(JSON.parse(localStorage.getItem(memory()) || "{}"));
  });
  document.addEventListener("input", (event) => {
    if (!event.target.matches("#bets input[data-spot]")) return;
    arePlaced = false;
    together(event.target);
    show();
  });
  document.addEventListener("change", (event) => { if (event.target.id === "bet-seat") { chosen = seat().value; show(); } });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && form() && !event.target.closest("button, a, input, select, dialog") && !$("#put-down").disabled) $("#put-down").click();
  });
  document.body.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.id === "bets") localStorage.setItem(memory(), JSON.stringify(staged()));
  });
  document.body.addEventListener("done", (event) => {
    if (event.target.id === "bets") { moves = []; arePlaced = true; chosen = null; setTimeout(() => { if (form()) { fill({}); leave(); } }, 0); }
  });
  /* When the form is drawn anew, what lies ready and was not placed yet is still meant. */
  let ready = null;
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id === "table") ready = form() && staged();
  });
  document.body.addEventListener("htmx:afterSettle", () => {
    if (form() && ready) {
      const boxes = Array.from(seat().options || [], (each) => each.value);
      if (boxes.length) seat().value = boxes.includes(chosen) ? chosen : boxes[0];
      if (!arePlaced) fill(ready);
      ready = null;
    }
    show();
    leave();
  });
  /* Once chips lie on the felt the next key is a choice and not an amount. */
  function leave() { if (arePlaced && document.activeElement.matches("#bets input")) document.activeElement.blur(); }
  show();
})();
