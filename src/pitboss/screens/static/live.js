/* The live stream of a page. It tells which lines of the page's parts have changed, and each part is shown as if it had
   been fetched anew. Parts are fetched only when somebody chooses something else to see in them, when the page has done
   something, and when the connection was lost. */
(function () {
  "use strict";
  const { $$, newKey, mind, setTime } = window.pitboss;
  const body = document.body;
  const NEW_KEY = "~new key~", LONGEST_WAIT = 64000;
  let stream = null, address = "", wait = 500, again = 0;

  /* What is known of a part: where it was drawn from, and up to which step it shows everything; and by where parts are
     drawn from, the lines that this stream has told of them. */
  const known = new WeakMap();
  let lines = {};
  const isPart = (element) => element && element.matches && element.matches("[data-part]");
  function about(element) {
    if (!known.has(element)) {
      const values = new URLSearchParams(htmx.values(element, "get")).toString();
      known.set(element, { from: element.getAttribute("hx-get") + (values && "?" + values), seq: 0 });
    }
    return known.get(element);
  }

  function wanted() {
    const parts = $$("[data-part]").map((element) => ["part", about(element).from]);
    return body.dataset.stream + "?" + new URLSearchParams(parts);
  }
  /* Opened anew where the page has come to show other parts. */
  function open() {
    clearTimeout(again);
    if (!body.dataset.stream || (stream && address === wanted())) return;
    close();
    address = wanted();
    lines = {};
    stream = new EventSource(address);
    stream.onopen = () => { wait = 500; mind("stream", false); };
    stream.onerror = () => {
      mind("stream", true);
      if (!stream || stream.readyState !== EventSource.CLOSED) return;
      close();
      again = setTimeout(open, wait);
      wait = Math.min(2 * wait, LONGEST_WAIT);
    };
    stream.addEventListener("parts", (event) => take(JSON.parse(event.data), Number(event.lastEventId)));
  }
  function close() {
    if (stream) stream.close();
    stream = null;
  }

  function take(told, seq) {
    setTime(told.now);
    told.parts.forEach((change) => {
      const now = change.lines ? changed(lines[change.part], change.lines) : change.text.split("\n");
      lines[change.part] = now;
      $$("[data-part]").filter((element) => about(element).from === change.part).forEach((element) => {
        about(element).seq = seq;
        show(element, now.join("\n"));
      });
    });
  }
  /* Each is a new line, or says from which line on how many are as they were. */
  function changed(before, told) {
    return told.flatMap((each) => (typeof each === "string" ? [each] : before.slice(each[0], each[0] + each[1])));
  }
  /* What a page does before and after it shows something that was fetched, it does here too. */
  function show(element, text) {
    const before = { target: element, elt: element, xhr: {}, shouldSwap: true };
    if (!htmx.trigger(element, "htmx:beforeSwap", before) || !before.shouldSwap) return;
    const html = text.replaceAll(NEW_KEY, newKey);
    htmx.swap(element, html, { swapStyle: "morph:innerHTML", swapDelay: 0, settleDelay: 0 }, { contextElement: element, eventInfo: { elt: element, target: element } });
    open();
  }

  /* A part that was fetched does not replace what is newer; from now on the stream tells of what was asked for there. */
  body.addEventListener("htmx:beforeSwap", (event) => {
    const { target, xhr, pathInfo, requestConfig } = event.detail;
    if (!isPart(target) || !requestConfig || requestConfig.verb !== "get" || xhr.status >= 300) return;
    const part = about(target), from = pathInfo.finalRequestPath, seen = Number(xhr.getResponseHeader("Seen"));
    if (from === part.from && seen < part.seq) { event.detail.shouldSwap = false; return; }
    known.set(target, { from, seq: seen });
  });
  body.addEventListener("htmx:afterSettle", open);

  /* A page that is left closes its stream itself, so that nothing looks like a fault; if it comes back it begins anew. */
  addEventListener("pagehide", close);
  body.addEventListener("htmx:beforeRequest", (event) => { if (event.detail.requestConfig.path === "/sign-out") close(); });
  /* A line that has gone dead would tell nothing for a long time after the network is back. */
  function openAnew() { close(); open(); }
  addEventListener("offline", openAnew);
  addEventListener("online", openAnew);
  open();
})();
