/* The clock of a tournament, computed here from its last change and its schedule as tournaments/clock.py computes it, so
   that it runs on by itself through levels and breaks whatever becomes of the connection. Moments are seconds of the
   clock on the wall since 1970. An element with `data-tournament-clock` has the numbers; parts of it show the results. */
(function () {
  "use strict";
  const LEVEL = "level", BREAK = "break", DAY = 86400;
  const GOES_ON = ["running", "hand_for_hand"];

  /* What the clock shows. These functions have the names and the sense of those in clock.py. */
  function atSecond(segments, gone, runs) {
    const on = segments.find((segment) => gone < segment.ends);
    if (on) return { kind: on.kind, level: on.level, blinds: on.blinds, remaining: on.ends - gone, gone, runs, overrun: false };
    const last = segments.filter((segment) => segment.kind === LEVEL).pop();
    return { kind: LEVEL, level: last.level, blinds: last.blinds, remaining: null, gone, runs, overrun: true };
  }
  function beganAt(turn) { return turn.until === null ? turn.at : turn.until; }
  function breakLeft(turn, at) {
    if (turn.until === null) return 0;
    return Math.max(turn.until - (GOES_ON.includes(turn.running) ? at : turn.at), 0);
  }
  function passes(segments, turn) {
    if (turn.running === "hand_for_hand" && segments.length) return atSecond(segments, turn.gone, true).kind === BREAK;
    return turn.running === "running";
  }
  function extraLeft(segments, turn, at) {
    if (!turn.extra) return 0;
    return Math.max(turn.extra - (passes(segments, turn) ? Math.max(at - beganAt(turn), 0) : 0), 0);
  }
  function usedUp(segments, turn, at) {
    if (!passes(segments, turn)) return [turn.gone, false];
    const began = beganAt(turn), ran = Math.max(at - began - turn.extra, 0);
    if (turn.running === "running") return [turn.gone + ran, at >= began];
    const pause = atSecond(segments, turn.gone, true).remaining || 0;
    return [turn.gone + Math.min(ran, pause), at >= began && ran < pause];
  }
  function reading(clock, at) {
    const turn = clock.turn, segments = clock.schedule;
    if (!turn) return null;
    const called = breakLeft(turn, at);
    if (!segments.length) {
      return called ? { kind: BREAK, level: 0, blinds: null, remaining: called, gone: 0, runs: false, overrun: false } : null;
    }
    const [gone, runs] = usedUp(segments, turn, at);
    if (called) return Object.assign(atSecond(segments, gone, false), { kind: BREAK, remaining: called });
    const now = atSecond(segments, gone, runs);
    if (now.remaining !== null) now.remaining += extraLeft(segments, turn, at);
    return now;
  }
  function coming(clock, at, kind) {
    const turn = clock.turn, segments = clock.schedule;
    const gone = turn ? usedUp(segments, turn, at)[0] : 0;
    const next = segments.find((segment) => segment.kind === kind && segment.begins > gone);
    if (!next) return null;
    return { segment: next, seconds: next.begins - gone + (turn ? breakLeft(turn, at) + extraLeft(segments, turn, at) : 0) };
  }
  function registrationLeft(clock, at) {
    const turn = clock.turn;
    if (clock.closes === null || clock.closes === undefined) return 0;
    const left = Math.max(clock.closes - (turn ? usedUp(clock.schedule, turn, at)[0] : 0), 0);
    return left && turn ? left + breakLeft(turn, at) + extraLeft(clock.schedule, turn, at) : left;
  }
  /* When each level and break began, or will if the clock runs on from here; null where nobody can say. */
  function begins(data, at) {
    const clock = data.clock, turn = clock.turn, segments = clock.schedule;
    if (!turn) return segments.map((segment) => (data.start === null ? null : data.start + segment.begins));
    const gone = usedUp(segments, turn, at)[0];
    const runs = turn.running === "running";
    const from = data.stage === "suspended" ? data.returns : at;
    return segments.map((segment, place) => {
      if (segment.begins <= turn.gone) return clock.began[place];
      if (runs) return beganAt(turn) + turn.extra + segment.begins - turn.gone;
      return from === null ? null : from + segment.begins - gone + breakLeft(turn, at) + extraLeft(segments, turn, at);
    });
  }

  /* In words. */
  function number(count) { return count.toLocaleString("en-AU"); }
  function two(count) { return String(count).padStart(2, "0"); }
  function wallTime(moment) {
    const shown = new Date(moment * 1000);
    return two(shown.getUTCHours()) + ":" + two(shown.getUTCMinutes());
  }
  function spell(seconds) {
    const h = Math.floor(seconds / 3600), m = Math.floor(seconds / 60) % 60, s = seconds % 60;
    return (h ? h + ":" + two(m) : m) + ":" + two(s);
  }
  /* Minutes as long as two digits do: a level seldom is longer. */
  function spellShort(seconds) {
    return seconds < 6000 ? Math.floor(seconds / 60) + ":" + two(seconds % 60) : spell(seconds);
  }
  function lengthOf(seconds) {
    if (seconds % 60) return spell(seconds);
    return seconds === 60 ? "1 minute" : seconds / 60 + " minutes";
  }
  function blindsOf(blinds) { return blinds ? number(blinds.small) + " / " + number(blinds.big) : ""; }
  function anteOf(blinds) { return blinds && blinds.ante ? number(blinds.ante) : ""; }

  /* All that a face shows at a whole second: which state, what it is called, what is left, the blinds and what comes. */
  function face(data, at) {
    const clock = data.clock, now = reading(clock, at), level = coming(clock, at, LEVEL), pause = coming(clock, at, BREAK);
    const shown = {
      state: data.stage, now, label: "", beside: "", day: "", left: null, stakes: "Blinds", blinds: now && now.blinds,
      next: level && level.segment.blinds, pause, runs: false,
    };
    if (data.stage === "planned" || data.stage === "open") {
      const first = clock.schedule[0];
      shown.state = "before";
      const isFar = data.start !== null && data.start - at > DAY;
      shown.label = data.start === null ? "The start is not set" : isFar ? "Starts" : at < data.start ? "Starts in" : "About to start";
      shown.left = data.start === null || isFar ? null : Math.max(data.start - at, 0);
      shown.runs = shown.left > 0;
      shown[isFar ? "day" : "beside"] = data.start_words || "";
      shown.stakes = "First blinds";
      shown.blinds = first ? first.blinds : null;
      return shown;
    }
    if (data.stage !== "running" && data.stage !== "suspended") return shown;
    if (now) shown.left = now.remaining;
    if (!now) { shown.state = "session"; return shown; }
    shown.label = "Level " + now.level;
    const turn = clock.turn, segment = clock.schedule.find((each) => each.kind === now.kind && each.level === now.level);
    if (now.kind === BREAK) {
      const called = breakLeft(turn, at) > 0;
      shown.runs = GOES_ON.includes(turn.running);
      shown.state = shown.runs ? "break" : "paused";
      shown.label = "Break";
      shown.stakes = "After the break";
      /* To the nearest minute. */
      shown.beside = shown.runs ? "play goes on at " + wallTime(at + now.remaining + 30) : "clock paused";
      if (!called) {
        shown.blinds = shown.next;
        const after = level && clock.schedule.find((each) => each.kind === LEVEL && each.level === level.segment.level + 1);
        shown.next = after ? after.blinds : null;
      }
    } else if (clock.hand_for_hand) {
      shown.state = "hand";
      shown.beside = "hand for hand";
    } else if (now.overrun) {
      shown.state = "last";
      shown.beside = "the last level holds";
    } else {
      shown.runs = now.runs;
      shown.state = now.runs ? "running" : "paused";
      shown.beside = now.runs ? (segment ? lengthOf(segment.ends - segment.begins) : "") : "clock paused";
    }
    if (data.stage === "suspended") {
      shown.state = "suspended";
      shown.beside = data.returns_words || "suspended";
    }
    return shown;
  }

  window.tournamentClock = { reading, coming, registrationLeft, begins, face, spell, wallTime, number, blindsOf, anteOf, lengthOf };
  const body = document.body;
  if (!body || !body.dataset.now) return;

  /* The time of the house. A machine's own clock may be wrong, so the house is asked, and half the way there and back is
     taken off; the quickest of several answers is the best. An older one is trusted less, as clocks drift apart. */
  const SAMPLES = 5, PATIENCE = 4000, EVERY = 60000, WHEN_LOST = 5000, DRIFT = 1e-4;
  const drawn = performance.getEntriesByType("navigation")[0];
  let ahead = Number(body.dataset.now) / 1000 - (drawn ? drawn.responseStart : 0);
  let best = null, lag = Date.now() - performance.now();
  let heardAt = performance.now(), isLost = false, measuring = false, measureAgain = 0;
  function now() { return performance.now() + ahead; }
  async function sample() {
    const asked = performance.now();
    const answer = await fetch("/screen/time", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
    const came = performance.now();
    if (!answer.ok) throw new Error("the house does not tell the time");
    const told = (await answer.json()).now / 1000;
    const doubt = (came - asked) / 2;
    if (!best || doubt < best.doubt + (came - best.at) * DRIFT) {
      best = { doubt, at: came };
      ahead = told - (asked + came) / 2;
    }
    heard();
  }
  function heard() {
    heardAt = performance.now();
    if (!isLost) return;
    isLost = false;
    htmx.trigger(body, "reconnected");
  }
  async function measure() {
    if (measuring) return;
    measuring = true;
    clearTimeout(measureAgain);
    try {
      for (let tries = 0; tries < SAMPLES; tries += 1) await sample();
    } catch (fault) {
      isLost = true;
    }
    measuring = false;
    measureAgain = setTimeout(measure, isLost ? WHEN_LOST : EVERY);
  }
  body.addEventListener("reconnected", () => { if (!isLost) measure(); });
  addEventListener("online", measure);
  document.addEventListener("visibilitychange", () => { if (!document.hidden) measure(); });
  body.addEventListener("stepped", () => { heardAt = performance.now(); });
  /* A machine that slept has counted no time meanwhile: what it knew of the house's is worth nothing. */
  function woken() {
    const lagNow = Date.now() - performance.now();
    if (Math.abs(lagNow - lag) < 2000) return;
    lag = lagNow;
    best = null;
    measure();
  }

  /* What stands on the page. */
  const PACE = 100;
  const told = new WeakMap(), listeners = [];
  function numbersOf(root) {
    const text = root.dataset.tournamentClock, known = told.get(root);
    if (known && known.text === text) return known;
    const given = { text, data: JSON.parse(text), second: null };
    told.set(root, given);
    return given;
  }
  const DOING = { paused: "paused", hand: "hand for hand", last: "last level", suspended: "suspended" };
  function put(root, name, words) {
    root.querySelectorAll("[data-" + name + "]").forEach((each) => {
      if (each.textContent !== words) each.textContent = words;
      const part = each.closest("[data-part]");
      if (part && part.hidden !== !words) part.hidden = !words;
    });
  }
  /* One digit of minutes leaves room for the other, so that nothing jumps. */
  function putDigits(root, left, noLeft) {
    const words = left === null ? noLeft : spellShort(left);
    root.querySelectorAll("[data-digits]").forEach((each) => {
      if (each.textContent !== words) each.textContent = words;
      each.classList.toggle("zero", words.length === 4);
      each.classList.toggle("long", words.length > 5);
      each.hidden = !words;
    });
  }
  function leftAt(data, at) {
    if (data.stage === "planned" || data.stage === "open") return data.start === null ? null : Math.max(data.start - at, 0);
    const precise = reading(data.clock, at);
    return precise && precise.remaining;
  }
  /* What is left is told to the millisecond; everything else changes with the second. */
  function draw(root, at, isNew) {
    const given = numbersOf(root), data = given.data, whole = Math.floor(at), left = leftAt(data, at);
    root.dataset.leftMs = left === null ? "" : String(Math.round(left * 1000));
    if (given.second === whole && !isNew) return;
    given.second = whole;
    const shown = face(data, whole);
    root.dataset.state = shown.state;
    putDigits(root, shown.left, shown.state === "last" ? "––:––" : "");
    put(root, "level", shown.label || root.dataset.label || "");
    /* What the buttons beside it do changes with the level. */
    if (given.label !== undefined && given.label !== shown.label) htmx.trigger(body, "went-on");
    given.label = shown.label;
    put(root, "beside", shown.beside);
    put(root, "doing", DOING[shown.state] || "");
    put(root, "start-day", shown.day);
    put(root, "stakes", shown.stakes);
    put(root, "blinds", blindsOf(shown.blinds));
    put(root, "ante", anteOf(shown.blinds));
    put(root, "next-blinds", blindsOf(shown.next));
    put(root, "next-ante", anteOf(shown.next));
    put(root, "room-clock", wallTime(whole));
    listeners.forEach((listener) => listener(root, data, shown, whole));
  }
  function drawAll(isNew) {
    const moment = now() / 1000;
    document.querySelectorAll("[data-tournament-clock]").forEach((root) => draw(root, moment + numbersOf(root).data.offset, isNew));
  }
  function tick() {
    woken();
    drawAll(false);
    const toSecond = 1000 - (now() % 1000);
    setTimeout(tick, Math.min(PACE, toSecond + 1));
  }
  /* What was fetched is put right before anybody sees it. */
  body.addEventListener("htmx:afterSettle", () => { heardAt = performance.now(); drawAll(true); });
  Object.assign(window.tournamentClock, {
    onDrawn: (listener) => { listeners.push(listener); },
    measure,
    contact: () => ({ isLost, at: now() - (performance.now() - heardAt) }),
  });
  tick();
  measure();
})();
