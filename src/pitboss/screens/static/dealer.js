/* The dealer's keys. Cards are read and checked against what lies on the table before anything is sent; what a card or
   a word leads to is the server's to say. */
(function () {
  "use strict";
  const { $, $$ } = window.pitboss;
  const RANKS = "AKQJT98765432", SUITS = "SHDC", SIGNS = { s: "♠", h: "♥", d: "♦", c: "♣" };
  let chosen = null, lastSeat = null, closed = "", asked = "", kept = { text: "", step: "" };

  const form = () => $("#entry"), field = () => $("#text");
  const kind = () => form().dataset.kind;
  const correcting = () => form().dataset.moment === "correct";
  const stepNow = () => [$("#entry-token").value, kind(), form().dataset.seat].join();

  /* Cards: rank, then suit; a scanner types the same. */
  function read(text) {
    const cards = [];
    let half = "", bad = "";
    for (const letter of text.toUpperCase()) {
      if (letter === " " || (half === "T" && letter === "0")) continue;
      if (!half && letter === "*") cards.push("JK");
      else if (!half && (RANKS.includes(letter) || letter === "1")) half = letter === "1" ? "T" : letter;
      else if (half === "J" && letter === "K" && $("[data-card=JK]")) { cards.push("JK"); half = ""; }
      else if (half && SUITS.includes(letter)) { cards.push(half + letter.toLowerCase()); half = ""; }
      else { bad = letter; break; }
    }
    return { cards, half, bad };
  }
  function written(cards, half) {
    return cards.map((card) => (card === "JK" ? "*" : card)).join("") + half;
  }
  function due() {
    return JSON.parse(form().dataset.places).reduce((sum, place) => sum + place[1], 0);
  }
  /* After how many cards each place has its own. */
  function placesEnd() {
    let sum = 0;
    return JSON.parse(form().dataset.places).map((place) => (sum += place[1]));
  }
  function words(card) {
    if (card === "JK") return "The joker";
    const said = $("#cell-" + card).dataset.words;
    return said.charAt(0).toUpperCase() + said.slice(1);
  }

  function alarm(sentence) {
    const line = $("#alarm");
    line.hidden = !sentence;
    line.firstElementChild.textContent = sentence || "";
  }
  /* Takes what can be meant, and says at once what cannot. */
  function take() {
    const { cards, half, bad } = read(field().value);
    const taken = [];
    let wrong = bad && (half ? bad + " is no suit: S, H, D or C." : bad + " is no rank: A, K, Q, J, T or 9 to 2.");
    for (const card of cards) {
      const cell = $("[data-card='" + card + "']"), typed = taken.filter((each) => each === card).length;
      if (correcting() && !taken.length) {
        if (cell && cell.dataset.seen === "0") { wrong = words(card) + " has not been entered."; break; }
        taken.push(card);
        continue;
      }
      if (!cell || Number(cell.dataset.left) <= typed) {
        wrong = !cell ? "There is no joker in this deck." : Number(cell.dataset.left) || typed ? words(card) + " is typed already." : words(card) + " is out of the shoe already, or not in the deck.";
        break;
      }
      if (taken.length >= due()) { wrong = "No more cards are due now."; break; }
      taken.push(card);
    }
    field().value = written(taken, wrong && taken.length < cards.length ? "" : half);
    alarm(wrong);
  }

  function span(text, name) {
    const made = document.createElement("span");
    made.textContent = text;
    if (name) made.className = name;
    return made;
  }
  function show() {
    $("#typed").classList.remove("turned-down");
    const shown = $("#typed"), text = field().value, parts = [];
    $$(".cell.typed-in").forEach((cell) => cell.classList.remove("typed-in"));
    if (kind() === "cards") {
      const { cards, half } = read(text), ends = placesEnd();
      for (const [index, card] of cards.entries()) {
        parts.push(card === "JK" ? span("JOKER", "suit-j") : span((card[0] === "T" ? "10" : card[0]) + SIGNS[card[1]], "suit-" + card[1]));
        const cell = $("[data-card='" + card + "']");
        if (cell) cell.classList.add("typed-in");
        if (ends.includes(index + 1)) parts.push(span("", "place-end"));
      }
      shown.classList.toggle("many", cards.length > 7);
      if (half) parts.push(span(half === "T" ? "10" : half));
      headline(cards.length);
    } else if (kind() === "calls" && text && called(text)) {
      parts.push(span(called(text).dataset.title, "word"), span(text.slice(1), "word"));
    } else {
      parts.push(span(text, "word"));
    }
    if (kind() !== "cards") shown.classList.remove("many");
    shown.replaceChildren(...parts, span("", "caret"));
    if (kind() === "cards") shown.append(span(read(text).cards.length + " of " + due(), "count"));
  }
  function called(text) {
    const key = text[0].toUpperCase();
    return $$("[data-call]").find((each) => each.dataset.call === key && each.dataset.box === String(chosen));
  }
  /* What is to be done with the next card, as the cards come. */
  function headline(typed) {
    let left = typed;
    for (const [said, count] of JSON.parse(form().dataset.places)) {
      if (left < count) { $("#next-words").textContent = said; return; }
      left -= count;
    }
    if (typed) $("#next-words").textContent = "Confirm with Enter";
  }

  /* The box that an entry is for. */
  function choose(seat) {
    chosen = seat;
    $("#entry-box").value = seat || "";
    $$(".strip-box").forEach((box) => box.classList.toggle("chosen", box.dataset.seat === String(seat)));
    $$("[data-call]").forEach((call) => { call.hidden = call.dataset.box !== String(seat); });
    show();
  }
  function step(by) {
    const seats = $$(".strip-box").map((box) => Number(box.dataset.seat));
    const place = seats.indexOf(Number(chosen));
    choose(seats[Math.max(0, Math.min(seats.length - 1, place + by))]);
  }
  function usualBox() {
    const seat = form().dataset.seat;
    if (seat && seat !== lastSeat) chosen = Number(seat);
    lastSeat = seat;
    if (!chosen) {
      const taken = $(".strip-box:not(.open)") || $(".strip-box");
      chosen = taken ? Number(taken.dataset.seat) : null;
    }
    choose(chosen);
  }

  function turn(moment) {
    closed = moment;
    htmx.trigger("#console", "turned");
  }
  function send() {
    alarm("");
    /* With the correction given the table goes on; refused, it stays on the screen. */
    if (correcting()) closed = "";
    if (kind() === "cards") {
      const { cards, half } = read(field().value);
      if (half) return alarm("The suit is missing: S, H, D or C.");
      if (!cards.length) return alarm("Type the cards first.");
    } else if (!field().value.trim() && !form().dataset.goes) return;
    form().requestSubmit();
  }
  function go() {
    if (form().dataset.closes) turn(form().dataset.moment);
    else if (form().dataset.goes && kind() === "cards") form().requestSubmit();
    else if (form().dataset.goes) send();
  }
  /* What was turned down stays to be read, and the next key replaces it. */
  function refused() {
    if (kind() === "cards") return;
    field().select();
    $("#typed").classList.add("turned-down");
  }
  function clear() { field().value = ""; alarm(""); show(); }
  function removeLast() {
    if ($("#typed").classList.contains("turned-down")) return clear();
    const { cards, half } = read(field().value);
    field().value = kind() !== "cards" ? field().value.slice(0, -1) : half ? written(cards, "") : written(cards.slice(0, -1), "");
    alarm("");
    show();
  }
  function back() {
    if (field().value) removeLast();
    else if (closed || correcting()) turn("");
    else $("[data-back]").click();
  }

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || $("dialog[open]")) return;
    const help = $$("[data-f]").find((each) => each.dataset.f === event.key && !each.hidden);
    if (event.key === "F8") { event.preventDefault(); back(); return; }
    if (help) { event.preventDefault(); help.click(); return; }
    if (event.target !== field() && !event.target.closest("input, select, textarea, a, button") && event.key.length === 1) field().focus();
    if (event.target !== field() && document.activeElement !== field()) return;
    onKey(event);
  }, true);
  function onKey(event) {
    const does = {
      Enter: send,
      ArrowLeft: () => step(-1),
      ArrowRight: () => step(1),
      "?": () => $("#keys").showModal(),
      Backspace: removeLast,
      Escape: () => { if ($("[data-close-rule]")) $("[data-close-rule]").click(); else if (field().value || !$("#alarm").hidden) clear(); else if (closed || correcting()) turn(""); },
    };
    if (event.key === " " && !field().value) does[" "] = go;
    else if (event.key === " " && kind() === "cards") does[" "] = () => {};
    if (!does[event.key]) return;
    event.preventDefault();
    event.stopPropagation();
    does[event.key]();
  }
  document.addEventListener("input", (event) => {
    if (event.target !== field()) return;
    $("#said").replaceChildren();
    if (kind() === "nothing" || (kind() === "step" && !$("[data-call]") && !/^[pm]/i.test(field().value))) field().value = "";
    if (kind() === "cards") take(); else alarm("");
    show();
  });
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-correct]")) turn("correct");
    const cell = event.target.closest("[data-card]"), box = event.target.closest("[data-choose]");
    const word = event.target.closest("[data-call]");
    if (word) { field().value = word.dataset.call; alarm(""); show(); }
    if (box) choose(Number(box.dataset.choose));
    if (cell && kind() === "cards") { field().value = written(read(field().value).cards, "") + (cell.dataset.card === "JK" ? "*" : cell.dataset.card); take(); show(); }
    const went = event.target.closest("#go");
    if (went && went.type === "button") go();
    if (!event.target.closest("a, dialog, input, select, #rule, .bar")) field().focus({ preventScroll: true });
  });

  /* The entry outlives each new picture of the table, as long as the step is the same. */
  document.addEventListener("submit", (event) => { if (event.target === form()) { event.preventDefault(); } });
  document.body.addEventListener("htmx:configRequest", (event) => {
    if (event.target.id !== "console") return;
    asked = closed;
    if (closed) event.detail.parameters.closed = closed;
  });
  document.body.addEventListener("htmx:beforeSwap", (event) => {
    if (event.target.id === "console") kept = { text: field().value, told: $("#alarm").firstElementChild.textContent, step: stepNow(), focused: document.activeElement === field() || document.activeElement === document.body };
  });
  document.body.addEventListener("htmx:afterSwap", (event) => {
    if (event.target.id !== "console") return;
    /* Cards typed while the entry was turning to them count as well. */
    const turned = kind() === "cards" && closed && kept.step.includes(",wagers,");
    field().value = kept.step === stepNow() || turned ? kept.text : "";
    /* A picture asked for before the key was pressed says nothing about it: the next one does. */
    if (closed === asked && closed !== form().dataset.moment) closed = "";
    if (kept.focused) field().focus({ preventScroll: true });
    begin(kept.step === stepNow() ? kept.told : "");
  });
  document.body.addEventListener("refused", () => refused());
  document.body.addEventListener("done", () => { if (form()) clear(); });
  $$("dialog").forEach((dialog) => dialog.addEventListener("close", () => field().focus()));
  /* What was told of the last key stays as well, unless the new picture says something else of what is typed. */
  function begin(told) {
    alarm("");
    usualBox();
    if (kind() === "cards" && field().value) take();
    if (told && $("#alarm").hidden) alarm(told);
    show();
  }
  begin();
  field().focus();
})();
