/* The big screen beside its clock: what comes, the ribbon of the night, bands and sounds, pages of prizes, and a word when
   the connection is lost. Everything here goes on without one. */
(function () {
  "use strict";
  const clock = window.tournamentClock, { $, $$ } = window.pitboss;
  const ONE_COLUMN = 900;
  const text = (each, words) => { if (each && each.textContent !== words) each.textContent = words; };
  const hide = (each, isHidden) => { if (each && each.hidden !== isHidden) each.hidden = isHidden; };

  /* What comes, and figures that go by the level. */
  /* The chips still in play that go out in the break after a level; those of a break that is on are told of by themselves. */
  function raced(data, level, before) {
    const due = data.clock.races.filter((race) => race.after <= level && race.after > before);
    const chips = due.map((race) => clock.number(race.chip));
    const last = chips.pop();
    return chips.length ? chips.join(", ") + " and " + last : last || "";
  }
  function breakWords(data, pause, now) {
    const chips = raced(data, pause.level, now && now.kind === "break" ? now.level : 0);
    return clock.lengthOf(pause.ends - pause.begins) + (chips ? ", " + chips + " chips raced off" : "");
  }
  function registrationWords(data, at) {
    if (data.stage === "planned") return "Entries are not open yet";
    if (!data.registration_open) return "Entries are closed";
    const left = clock.registrationLeft(data.clock, at);
    if (data.clock.closes === null) return data.stage === "open" ? "Entries are open until the start" : "Entries are open";
    if (data.stage === "open") return "Entries are open";
    return left ? "Entries close in " + clock.spell(left) : "Entries are closed";
  }
  function bigBlinds(data, shown) {
    if (!shown.blinds || !shown.blinds.big || shown.state === "before") return "";
    const tenths = Math.floor((10 * data.average_stack) / shown.blinds.big);
    return (tenths < 100 ? (tenths / 10).toFixed(1) : clock.number(Math.floor(tenths / 10))) + " big blinds";
  }
  function drawComing(root, data, shown, at) {
    const pause = shown.state === "before" ? null : shown.pause;
    hide($(".next-break", root), !pause);
    if (pause) {
      text($("[data-break-in]", root), clock.spell(pause.seconds));
      text($("[data-break-what]", root), breakWords(data, pause.segment, shown.now));
    }
    const isOn = shown.now && shown.now.kind === "break" && !shown.now.blinds && raced(data, shown.now.level, 0);
    text($("[data-race-now]", root), isOn ? isOn + " chips are raced off now" : "");
    text($("[data-big-blinds]", root), bigBlinds(data, shown));
    text($("[data-registration]", root), registrationWords(data, at));
  }

  /* The night: what is over, where the clock is, and when breaks come if it runs on. */
  const MOST = 34, BEFORE = 8;
  function drawRibbon(root, data, shown, at) {
    const items = $$(".ribbon li", root), segments = data.clock.schedule;
    if (!items.length) return;
    const gone = shown.now ? shown.now.gone : -1, moments = clock.begins(data, at);
    const on = segments.findIndex((segment) => gone >= segment.begins && gone < segment.ends);
    const first = items.length > MOST ? Math.max(0, Math.min(on - BEFORE, items.length - MOST)) : 0;
    items.forEach((item, place) => {
      const segment = segments[place];
      if (!segment) return;
      hide(item, place < first || place >= first + MOST);
      item.classList.toggle("gone", gone >= segment.ends);
      item.classList.toggle("now", place === on);
      item.classList.toggle("first", place === first);
      item.style.setProperty("--done", place === on ? (gone - segment.begins) / (segment.ends - segment.begins) : 0);
      const isTold = (segment.kind === "break" || place === first) && moments[place] !== null;
      text($("time", item), isTold ? clock.wallTime(moments[place]) : "");
    });
  }

  /* Bands and sounds: one minute left, another level, a break and its end. */
  const BAND = 10000;
  const TONES = {
    minute: [[660, 0, .18], [660, .3, .18]],
    level: [[523, 0, .2], [659, .22, .2], [784, .44, .24]],
    pause: [[784, 0, .2], [523, .24, .24]],
    play: [[523, 0, .2], [784, .22, .2], [523, .5, .2], [784, .72, .24]],
  };
  const wantsSound = document.documentElement.dataset.sound !== "off";
  const audio = wantsSound && window.AudioContext ? new AudioContext() : null;
  function sound(what) {
    document.body.dataset.sounded = what;
    if (!audio || audio.state !== "running") return;
    TONES[what].forEach(([pitch, after, length]) => {
      const tone = audio.createOscillator(), gain = audio.createGain(), start = audio.currentTime + after;
      tone.type = "triangle";
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(.5, start);
      gain.gain.exponentialRampToValueAtTime(.001, start + length);
      tone.connect(gain).connect(audio.destination);
      tone.start(start);
      tone.stop(start + length);
    });
  }
  function drawSilent() { hide($("#silent"), !audio || audio.state === "running"); }
  if (audio) {
    audio.addEventListener("statechange", drawSilent);
    ["keydown", "pointerdown"].forEach((kind) => document.addEventListener(kind, () => audio.resume()));
  }
  drawSilent();
  let bandEnds = 0;
  function band(words, what) {
    const shown = $("#band");
    text(shown, words);
    shown.dataset.what = what;
    hide(shown, false);
    clearTimeout(bandEnds);
    bandEnds = setTimeout(() => hide(shown, true), BAND);
    sound(what);
  }
  function stakesWords(blinds) {
    if (!blinds) return "";
    return "blinds " + clock.blindsOf(blinds) + (blinds.ante ? ", ante " + clock.number(blinds.ante) : "");
  }
  let before = null;
  function listen(root, data, shown) {
    const now = data.stage === "running" ? shown.now : null, was = before;
    before = now && { kind: now.kind, level: now.level, left: now.remaining };
    /* A house game has no level to go on with. */
    if (was && was.kind === "break" && !now && data.stage === "running") band("The break is over", "play");
    if (!was || !now) return;
    if (now.kind === "break" && was.kind !== "break") {
      band("Break, " + clock.lengthOf(now.remaining) + (shown.runs ? ": " + shown.beside : ""), "pause");
    } else if (now.kind === "level" && was.kind === "break") {
      band("The break is over. Level " + now.level + (now.blinds ? ", " + stakesWords(now.blinds) : ""), "play");
    } else if (now.level !== was.level) {
      band("Level " + now.level + (now.blinds ? ", " + stakesWords(now.blinds) : ""), "level");
    } else if (was.left > 60 && now.remaining !== null && now.remaining <= 60 && now.remaining > 50 && shown.runs) {
      band(now.kind === "break" ? "One minute: please take your seats" : "One minute left in level " + now.level, "minute");
    }
  }

  /* Prizes that do not all fit are shown page by page. */
  const TURN = 8000;
  let page = 0;
  function drawPrizes() {
    const list = $("[data-pages]"), rows = list ? $$("li", list) : [], told = $("[data-page-of]");
    if (!rows.length) return;
    rows.forEach((row) => hide(row, false));
    hide(told, true);
    /* Prizes with goods may take two lines: as many stand on a page as fit if all were so tall. */
    const room = list.clientHeight, tall = Math.max(...rows.map((row) => row.offsetHeight));
    if (getComputedStyle(list).overflowY !== "hidden" || !tall || list.scrollHeight <= room + 1) { page = 0; return; }
    text(told, "places");
    hide(told, false);
    const most = Math.max(1, Math.floor(room / tall)), pages = Math.ceil(rows.length / most);
    page %= pages;
    const first = Math.min(page * most, rows.length - most);
    rows.forEach((row, place) => hide(row, place < first || place >= first + most));
    const place = (row) => $(".place", row).textContent.split("–");
    text(told, "places " + place(rows[first])[0] + " to " + place(rows[first + most - 1]).pop());
  }
  setInterval(() => { page += 1; drawPrizes(); }, TURN);
  addEventListener("resize", drawPrizes);
  document.body.addEventListener("htmx:afterSettle", drawPrizes);

  /* What is too wide for its place, in the faces that this machine has, is drawn smaller; the same length, the same size. */
  function fit() {
    $$("[data-fit]").forEach((each) => {
      const key = each.textContent.replace(/\d/g, "0") + each.className + innerWidth + "x" + innerHeight;
      if (each.dataset.fit === key) return;
      each.dataset.fit = key;
      each.style.setProperty("--fit", 1);
      const room = each.parentElement.closest("section").clientWidth;
      if (each.scrollWidth > room) each.style.setProperty("--fit", Math.floor((1000 * room) / each.scrollWidth) / 1000);
    });
  }

  function squeeze() {
    const face = $(".face");
    if (!face || innerWidth <= ONE_COLUMN) return;
    const key = face.textContent.replace(/\d/g, "0").replace(/\s+/g, " ") + face.clientHeight + "x" + innerWidth;
    if (face.dataset.squeezed === key) return;
    face.dataset.squeezed = key;
    face.style.setProperty("--squeeze", 1);
    const tall = face.scrollHeight;
    if (tall > face.clientHeight) face.style.setProperty("--squeeze", Math.floor((1000 * face.clientHeight) / tall) / 1000);
  }

  /* The connection. */
  let lostAt = null;
  function drawContact(offset) {
    const contact = clock.contact(), isLost = contact.isLost || !$("#connection").hidden;
    if (isLost && lostAt === null) lostAt = contact.at;
    if (!isLost) lostAt = null;
    if (lostAt !== null) text($("#old time"), clock.wallTime(lostAt / 1000 + offset));
    hide($("#old"), !isLost);
  }

  /* The bar is there for whoever moves the pointer. */
  let asleep = 0;
  document.addEventListener("pointermove", () => {
    document.body.classList.add("awake");
    clearTimeout(asleep);
    asleep = setTimeout(() => document.body.classList.remove("awake"), 4000);
  });

  clock.onDrawn((root, data, shown, at) => {
    drawComing(root, data, shown, at);
    drawRibbon(root, data, shown, at);
    listen(root, data, shown);
    drawContact(data.offset);
    fit();
    squeeze();
  });
  drawPrizes();
})();
