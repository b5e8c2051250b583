/* What is recorded is recorded once, and the clock on a player. */
(function () {
  "use strict";
  /* An answer that was recorded is not recorded again by another press; the next question has an answer of its own. */
  document.body.addEventListener("done", (event) => {
    const form = event.target.closest && event.target.closest(".answer form");
    if (form) form.querySelectorAll("button").forEach((button) => { button.disabled = true; });
  });

  /* The clock counts in this browser, goes on when the page is opened again, and nobody else's step touches it. How
     long it is and what follows from it stands in the page. */
  const clock = document.querySelector("[data-player-clock]");
  if (!clock) return;
  const $ = (selector) => clock.querySelector(selector);
  const $$ = (selector) => Array.from(clock.querySelectorAll(selector));
  const whole = Number(clock.dataset.seconds), aloud = Number(clock.dataset.aloud), kept = "player-clock-" + clock.dataset.playerClock;
  const digits = $("[data-clock-digits]"), says = $("[data-clock-says]"), player = $("[data-clock-player]");
  const start = $("[data-clock-start]"), acted = $("[data-clock-acted]"), again = $("[data-clock-again]");
  const said = says.textContent;
  let ends = null, shown = null, ticking = null;

  /* Each of the last seconds is a short tone, the end a long low one. */
  let sounds = null;
  function tone(pitch, seconds) {
    sounds = sounds || new AudioContext();
    const voice = sounds.createOscillator(), loudness = sounds.createGain();
    voice.frequency.value = pitch;
    loudness.gain.value = 0.2;
    voice.connect(loudness).connect(sounds.destination);
    voice.start();
    voice.stop(sounds.currentTime + seconds);
  }
  function name() { return player.selectedOptions[0].textContent.trim(); }
  function faces() { return $("[data-clock-faces]:checked").value; }
  function speak(words) { document.getElementById("assertive").textContent = words; }

  function state(word) {
    clock.dataset.state = word;
    const runs = word === "running" || word === "aloud";
    start.hidden = word !== "ready";
    acted.hidden = !runs;
    again.hidden = runs || word === "ready";
    player.disabled = word !== "ready";
    $$("[data-clock-over]").forEach((each) => { each.hidden = word !== "over" || each.dataset.clockOver !== faces(); });
  }
  function tick() {
    const left = Math.ceil((ends - Date.now()) / 1000);
    if (left === shown) return;
    shown = left;
    if (left <= 0) { over(); return; }
    const counted = left <= aloud;
    digits.textContent = counted ? left : left - aloud;
    state(counted ? "aloud" : "running");
    says.textContent = counted ? "Counting down: " + name() : "On the clock: " + name();
    if (counted) { tone(880, 0.15); speak(String(left)); }
  }
  function run() {
    shown = null;
    clearInterval(ticking);
    tick();
    if (ends !== null) ticking = setInterval(tick, 100);
  }
  function stop() {
    clearInterval(ticking);
    ends = null;
    localStorage.removeItem(kept);
  }
  function over() {
    stop();
    digits.textContent = "0";
    says.textContent = "Time is over for " + name() + ".";
    $$("[data-clock-of]").forEach((each) => { each.value = player.value; });
    state("over");
    tone(220, 0.9);
    speak("Time is over.");
    const record = $("[data-clock-over]:not([hidden]) [data-clock-record]");
    if (record) record.focus();
  }
  start.addEventListener("click", () => {
    if (!player.value) { says.textContent = "Choose the player first."; player.focus(); return; }
    ends = Date.now() + whole * 1000;
    localStorage.setItem(kept, JSON.stringify({ ends: ends, player: player.value, faces: faces() }));
    tone(660, 0.1);
    speak("The clock is called on " + name() + ".");
    run();
  });
  acted.addEventListener("click", () => {
    const left = Math.ceil((ends - Date.now()) / 1000);
    stop();
    digits.textContent = left;
    says.textContent = name() + " acted with " + left + " seconds left.";
    state("acted");
    again.focus();
  });
  again.addEventListener("click", () => {
    digits.textContent = whole - aloud;
    says.textContent = said;
    $$(".said").forEach((each) => each.replaceChildren());
    $$("[data-clock-record]").forEach((each) => { each.disabled = false; });
    state("ready");
    player.focus();
  });
  $$("[data-clock-faces]").forEach((each) => each.addEventListener("change", () => state(clock.dataset.state)));

  const before = JSON.parse(localStorage.getItem(kept) || "null");
  /* One that ran out long ago, in a browser that was closed, is nobody's any more. */
  if (before && Date.now() - before.ends < 60000) {
    ends = before.ends;
    player.value = before.player;
    $$("[data-clock-faces]").forEach((each) => { each.checked = each.value === before.faces; });
    run();
  }
})();
