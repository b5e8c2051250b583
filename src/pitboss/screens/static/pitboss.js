/* Keys, clocks, messages beside fields, the look, sounds and the state of the connection, for every page.
   Nothing here decides anything: all rules are the server's. */
(function () {
  "use strict";
  const body = document.body;
  const $ = (selector, inside) => (inside || document).querySelector(selector);
  const $$ = (selector, inside) => Array.from((inside || document).querySelectorAll(selector));

  /* Messages. A refusal stands in the form until the next try; one that names a field stands under it. */
  function clear(form) {
    $$(".wrong", form).forEach((message) => message.remove());
    $$("[aria-invalid]", form).forEach((field) => {
      field.removeAttribute("aria-invalid");
      const described = (field.getAttribute("aria-describedby") || "").split(" ").filter((id) => !id.startsWith("wrong-"));
      if (described.join("")) field.setAttribute("aria-describedby", described.join(" "));
      else field.removeAttribute("aria-describedby");
    });
    $$(".said", form).forEach((said) => said.replaceChildren());
  }
  function fieldOf(form, place) {
    return $$("input, select, textarea", form).find((field) => {
      const name = (field.name || "").split(":")[0];
      return field.type !== "hidden" && (name === place || name === "given." + place || name.split(".")[0] === place || name === place.split(".")[0]);
    });
  }
  body.addEventListener("htmx:beforeRequest", (event) => {
    const form = event.target.closest("form[data-command]");
    if (form && event.detail.requestConfig.verb !== "get") clear(form);
    const said = event.target.dataset && event.target.dataset.said;
    if (said) $(said).replaceChildren();
  });
  body.addEventListener("refused", (event) => {
    const form = event.target.closest("form[data-command]");
    const field = form && event.detail.place && fieldOf(form, event.detail.place);
    const message = form && $(".said .refusal", form);
    beep("refused");
    if (form && event.detail.place === "key") renewKey(form);
    if (!field || !message) return;
    message.className = "wrong";
    message.id = "wrong-" + (field.id || "field");
    field.setAttribute("aria-invalid", "true");
    field.setAttribute("aria-describedby", [field.getAttribute("aria-describedby"), message.id].filter(Boolean).join(" "));
    field.closest(".field").append(message);
    field.focus();
  });
  /* A form is sent once: a second press while the first is under way would wait in line and go out under the next key. */
  const underWay = new WeakSet();
  document.addEventListener("submit", (event) => {
    if (!underWay.has(event.target)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  body.addEventListener("htmx:beforeRequest", (event) => { if (event.target.matches("form[data-command]")) underWay.add(event.target); });
  body.addEventListener("htmx:afterRequest", (event) => underWay.delete(event.target));
  /* A form that was drawn a moment ago and is sent before htmx has looked at it: the browser must not send it itself. */
  document.addEventListener("submit", (event) => {
    if (event.defaultPrevented || !event.target.matches("form[hx-post]")) return;
    event.preventDefault();
    htmx.process(event.target);
    event.target.dispatchEvent(new SubmitEvent("submit", { bubbles: true, cancelable: true, submitter: event.submitter }));
  });
  /* What cannot be taken back is asked about first. The question stands on the button, whether it sends a form or itself. */
  body.addEventListener("htmx:confirm", (event) => {
    const { elt, triggeringEvent, issueRequest } = event.detail;
    const question = ((triggeringEvent && triggeringEvent.submitter) || elt).dataset.ask;
    if (!question) return;
    event.preventDefault();
    if (confirm(question)) issueRequest(true);
  });
  function newKey() {
    return Array.from(crypto.getRandomValues(new Uint8Array(8)), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }
  function renewKey(form) {
    const key = $("input[name=key]", form);
    if (key) key.value = newKey();
  }
  body.addEventListener("done", (event) => {
    const form = event.target.closest && event.target.closest("form[data-command]");
    if (!form) return;
    const said = $(".said", form);
    if (!("keep" in form.dataset)) form.reset();
    renewKey(form);
    if (said && !said.children.length && "done" in form.dataset) {
      const told = document.createElement("p");
      told.className = "done";
      told.setAttribute("role", "status");
      told.textContent = form.dataset.done;
      said.append(told);
    }
  });

  /* Dialogs, the rule beside the page, the look. */
  document.addEventListener("click", (event) => {
    const opener = event.target.closest("[data-open]");
    if (opener) $("#" + opener.dataset.open).showModal();
    if (event.target.closest("[data-close-rule]")) closeRule();
  });
  let cameFrom = null;
  body.addEventListener("htmx:beforeRequest", (event) => {
    if (event.target.matches(".clause")) cameFrom = event.target;
  });
  function closeRule() {
    $("#rule").replaceChildren();
    if (cameFrom && cameFrom.isConnected) cameFrom.focus();
  }
  function keepLook() {
    const words = $$("[data-look]").map((each) => each.dataset.look + "=" + each.value).join("&");
    document.cookie = "look=" + words + ";path=/;max-age=31536000;samesite=lax";
    location.reload();
  }
  $$("[data-look]").forEach((chooser) => chooser.addEventListener("change", keepLook));
  document.addEventListener("click", (event) => {
    const other = event.target.closest("[data-look-as]");
    if (!other) return;
    const [name, word] = other.dataset.lookAs.split("=");
    $("#look-" + name).value = word;
    keepLook();
  });

  /* Keys: whatever shows a key can be pressed with it. */
  function isTyping(target) {
    return target.closest("input:not([type=radio]):not([type=checkbox]), select, textarea, [contenteditable]");
  }
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") {
      if ($("dialog[open]")) return;
      if (isTyping(event.target)) event.target.blur();
      else if ($("#rule").children.length) closeRule();
      return;
    }
    if (isTyping(event.target) || $("dialog[open]")) return;
    if (event.key === "?") { event.preventDefault(); $("#keys").showModal(); return; }
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const pressed = $$("[data-key]").find((each) => each.dataset.key === key && !each.disabled && each.offsetParent !== null);
    if (!pressed) return;
    event.preventDefault();
    if (pressed.matches("input, select, textarea")) { pressed.focus(); if (pressed.select) pressed.select(); }
    else pressed.click();
  });

  /* Clocks count down to a moment that the server names, on the server's time. */
  let ahead = 0;
  function setTime(now) { ahead = Number(now) / 1000 - Date.now(); }
  setTime(body.dataset.now);
  function spell(seconds) {
    const whole = Math.max(0, Math.floor(seconds)), h = Math.floor(whole / 3600), m = Math.floor(whole / 60) % 60, s = whole % 60;
    return (h ? h + ":" + String(m).padStart(2, "0") : m) + ":" + String(s).padStart(2, "0");
  }
  function tick() {
    const now = Date.now() + ahead;
    $$("[data-until]").forEach((each) => { each.textContent = spell(Math.ceil((each.dataset.until / 1000 - now) / 1000)); });
    $$("[data-since]").forEach((each) => { each.textContent = spell((now - each.dataset.since / 1000) / 1000); });
    $$("[data-share]").forEach((each) => {
      const left = (each.dataset.share / 1000 - now) / (each.dataset.seconds * 1000);
      each.style.setProperty("--left", Math.max(0, Math.min(1, left)));
    });
    $$("[data-clock]").forEach((each) => {
      each.textContent = new Date(now).toLocaleTimeString("en-AU", { hour12: false, timeZone: each.dataset.clock });
    });
  }
  tick();
  setInterval(tick, 250);

  /* What is said aloud, and sounds: each part of a page says what it has come to. */
  const spoken = {};
  function speak() {
    ["polite", "assertive"].forEach((manner) => {
      const words = $$("[data-" + manner + "]").map((each) => each.dataset[manner]).filter(Boolean).join(" ");
      if (words !== spoken[manner]) { spoken[manner] = words; $("#" + manner).textContent = words; }
    });
  }
  const TONES = { card: [[1400, 0, .03]], chip: [[900, 0, .04]], turn: [[520, 0, .1], [780, .12, .1]], refused: [[180, 0, .16]] };
  let audio = null;
  function beep(what) {
    const chosen = document.documentElement.dataset.sound;
    if (chosen === "off" || (chosen === "usual" && !("sounds" in body.dataset))) return;
    audio = audio || new AudioContext();
    TONES[what].forEach(([pitch, after, length]) => {
      const tone = audio.createOscillator(), gain = audio.createGain(), start = audio.currentTime + after;
      tone.frequency.value = pitch;
      gain.gain.setValueAtTime(.08, start);
      gain.gain.exponentialRampToValueAtTime(.001, start + length);
      tone.connect(gain).connect(audio.destination);
      tone.start(start);
      tone.stop(start + length);
    });
  }
  let heard = {};
  function listen() {
    const now = $("[data-heard]");
    if (!now) return;
    const next = JSON.parse(now.dataset.heard);
    if (heard.turn !== undefined) {
      /* Who decides on a phone sees the cards: they stand above what somebody may have scrolled to meanwhile. */
      if (next.turn && (!heard.turn || next.cards !== heard.cards) && matchMedia("(max-width: 760px)").matches) scrollTo(0, 0);
      if (next.turn && !heard.turn) beep("turn");
      else if (next.cards > heard.cards) beep("card");
      else if (next.chips !== heard.chips) beep("chip");
    }
    heard = next;
  }
  body.addEventListener("htmx:afterSettle", () => {
    const now = $("[data-drawn-at]");
    if (now && now.dataset.drawnAt) setTime(now.dataset.drawnAt);
    tick();
    speak();
    listen();
  });
  listen();

  /* What somebody is writing, and what was fetched into a part, stays as long as the server says it is the same. */
  Idiomorph.defaults.callbacks.beforeNodeMorphed = (old, next) =>
    !(old.nodeType === 1 && "kept" in old.dataset && old.id === next.id && old.dataset.kept === next.dataset.kept);
  /* What somebody has unfolded stays so. */
  Idiomorph.defaults.callbacks.beforeAttributeUpdated = (name, element, change) =>
    !(name === "open" && change === "remove" && element.matches("details"));

  /* The pulse of the house at a bearable pace: however fast things happen, once a second, and always after the last. */
  const REST = 1000;
  let resting = false, missed = false;
  function beat() {
    if (resting) { missed = true; return; }
    resting = true;
    missed = false;
    htmx.trigger(body, "beat");
    setTimeout(() => { resting = false; if (missed) beat(); }, REST);
  }
  document.addEventListener("sse:step", (event) => { if (event.target.matches("[data-beat]")) beat(); });
  /* A page of several parts has one stream: each step that it tells is told to all of them. */
  document.addEventListener("sse:step", (event) => { if (event.target.matches("[data-steps]")) htmx.trigger(body, "stepped"); });
  document.addEventListener("click", (event) => { if (event.target.closest("[data-print]")) window.print(); });

  /* The connection: lost is said at once, and what was missed is fetched when it is back. */
  const streams = new Set(), lost = new Set();
  htmx.createEventSource = (url) => {
    const stream = new EventSource(url, { withCredentials: true });
    streams.add(stream);
    return stream;
  };
  /* A page that is left closes its streams itself, so that nothing looks like a fault; if it comes back it begins anew. */
  const closeStreams = () => streams.forEach((stream) => stream.close());
  addEventListener("pagehide", closeStreams);
  body.addEventListener("htmx:beforeRequest", (event) => {
    if (event.detail.requestConfig.path === "/sign-out") closeStreams();
  });
  addEventListener("pageshow", (event) => { if (event.persisted) location.reload(); });
  function mind(what, isLost, why) {
    const was = lost.size;
    if (isLost) lost.add(what); else lost.delete(what);
    if (isLost) $("#connection-why").textContent = why || "The connection is lost.";
    $("#connection").hidden = !lost.size;
    if (was && !lost.size) htmx.trigger(body, "reconnected");
  }
  body.addEventListener("htmx:sseError", () => mind("stream", true));
  body.addEventListener("htmx:sseOpen", () => mind("stream", false));
  /* What could not be fetched is asked for again until it comes: nothing else may happen that would fetch it. */
  let retry = 0;
  function failed(why) {
    mind("request", true, why);
    clearTimeout(retry);
    retry = setTimeout(() => htmx.trigger(body, "reconnected"), 2000);
  }
  body.addEventListener("htmx:sendError", () => failed());
  /* The house turns somebody away, or something is broken: what was sent is told so where it was sent from, and a part
     that was only to be fetched stays as it is. What a proxy says in its place is nothing for the page. */
  const toldByHouse = (xhr) => xhr.getResponseHeader("HX-Trigger-After-Swap") !== null;
  body.addEventListener("htmx:beforeSwap", (event) => {
    const { xhr, requestConfig } = event.detail;
    if (xhr.status !== 429 && !(xhr.status >= 500)) return;
    event.detail.shouldSwap = requestConfig.verb !== "get" && toldByHouse(xhr);
    event.detail.isError = !event.detail.shouldSwap;
  });
  body.addEventListener("htmx:responseError", (event) => {
    const { xhr } = event.detail;
    failed(toldByHouse(xhr) && new DOMParser().parseFromString(xhr.responseText, "text/html").body.textContent);
  });
  body.addEventListener("htmx:afterRequest", (event) => { if (event.detail.successful) mind("request", false); });
  addEventListener("offline", () => mind("network", true));
  addEventListener("online", () => { lost.delete("request"); mind("network", false); });

  window.pitboss = { beep, newKey, mind, setTime, $, $$ };
})();
