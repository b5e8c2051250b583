/* Hold'em: the amount of a bet or raise by number, slider or number pad, the seat to be taken, and the folded log.
   What somebody is writing outlives a new drawing of the table.
   Nothing here decides anything: the server says what may be bet. */
(function () {
  "use strict";
  const { $, $$ } = window.pitboss;
  const body = document.body;
  const field = () => $("#raise-to"), slide = () => $("#raise-slide"), form = () => $("#raise");
  const cents = (text) => Math.round(parseFloat(text.replace(/[$,\s]/g, "") || "0") * 100) || 0;
  const written = (amount) => (amount / 100).toLocaleString("en-AU", { minimumFractionDigits: 2 });
  /* What somebody is about to bet outlives a new drawing of the table, for as long as it is the same decision. */
  let kept = null;
  let isFresh = true;
  const TYPED = ["join-seat", "join-amount"];
  let typed = {};
  function keep() { kept = { turn: form().dataset.turn, text: field().value }; }
  function put(text) { field().value = text; follow(); keep(); }
  function follow() { slide().value = Math.min(Math.max(cents(field().value), slide().min), slide().max); }
  function again() {
    if (!form() || !kept || kept.turn !== form().dataset.turn) { kept = null; body.classList.remove("pad-open"); isFresh = true; }
    else if (field().value !== kept.text) { field().value = kept.text; follow(); }
    if (!$("#join")) typed = {};
    Object.entries(typed).forEach(([id, text]) => {
      const there = $("#" + id);
      if (there.value !== text && (!there.options || Array.from(there.options).some((each) => each.value === text))) there.value = text;
    });
    $$("[data-toggle]").forEach((each) => each.setAttribute("aria-expanded", body.classList.contains(each.dataset.toggle)));
    if (form()) field().inputMode = matchMedia("(max-width: 760px)").matches ? "none" : "decimal";
  }
  document.addEventListener("input", (event) => {
    if (TYPED.includes(event.target.id)) typed[event.target.id] = event.target.value;
    if (event.target.id === "raise-to") { follow(); keep(); isFresh = false; }
    if (event.target.id === "raise-slide") {
      const top = Number(slide().max), amount = Number(slide().value);
      /* The most can always be bet, also where the steps do not come to it. */
      put(written(amount + Number(slide().step) > top ? top : amount));
      isFresh = true;
    }
  });
  document.addEventListener("focusin", (event) => {
    if (event.target.id !== "raise-to") return;
    body.classList.add("pad-open");
    isFresh = true;
    keep();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape") body.classList.remove("pad-open");
  });
  document.addEventListener("click", (event) => {
    const pad = event.target.closest("[data-pad]"), sit = event.target.closest("[data-sit]"), toggle = event.target.closest("[data-toggle]");
    if (pad && pad.dataset.pad === "close") body.classList.remove("pad-open");
    else if (pad) {
      const before = isFresh && pad.dataset.pad !== "back" ? "" : field().value;
      put(pad.dataset.pad === "back" ? before.slice(0, -1) : before + pad.dataset.pad);
      isFresh = false;
    }
    if (sit) { $("#join-seat").value = typed["join-seat"] = sit.dataset.sit; $("#join-amount").focus(); $("#join-amount").select(); }
    if (toggle) { body.classList.toggle(toggle.dataset.toggle); again(); }
  });
  body.addEventListener("htmx:afterSwap", again);
  again();
})();
