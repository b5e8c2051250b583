/* The editor of structures: rows of a list, problems beside their fields, and copying. All rules are the server's. */
(function () {
  "use strict";
  const { $, $$ } = window.pitboss;
  const form = $("#structure");

  /* The id of a new event follows its structure and its day until somebody writes one. */
  const own = $("#new-tournament-id"), chosen = $("#new-structure"), day = $("#new-start");
  if (own && chosen && day) {
    let isWritten = Boolean(own.value);
    own.addEventListener("input", () => { isWritten = Boolean(own.value); });
    const follow = () => {
      if (isWritten) return;
      const date = day.value.slice(2, 10);
      own.value = chosen.value ? (chosen.value.replace(/_/g, "-").slice(0, 30) + (date ? "-" + date.replace(/-/g, "") : "")) : "";
    };
    [chosen, day].forEach((each) => each.addEventListener("input", follow));
    follow();
  }
  if (!form) return;

  /* Rows: each tells by `data-named` and `data-placed` what it is called with its number. */
  function renumber(rows) {
    $$("[data-row]", rows).forEach((row, at) => {
      const number = String(at + 1), shown = $("[data-number]", row);
      if (shown) shown.textContent = number;
      [row, ...$$("[data-named], [data-placed]", row)].forEach((each) => {
        if (each.dataset.named) each.setAttribute("aria-label", each.dataset.named.replace("#", number));
        if (each.dataset.placed) each.dataset.place = each.dataset.placed.replace("#", number);
      });
    });
  }
  function edited(rows) {
    clear();
    renumber(rows);
    htmx.trigger(form, "input");
  }
  const focusOn = (row) => { const first = row && $("input", row); if (first) first.focus(); };
  document.addEventListener("click", (event) => {
    const button = event.target.closest("[data-do], [data-add], [data-copy]");
    if (!button) return;
    if (button.dataset.copy) {
      const text = $(button.dataset.copy);
      text.select();
      navigator.clipboard ? navigator.clipboard.writeText(text.value) : document.execCommand("copy");
      button.textContent = "Copied";
      return;
    }
    clear();
    if (button.dataset.add) {
      const template = $("template[data-row-of=" + button.dataset.add + "]", form);
      const rows = template.previousElementSibling.querySelector("[data-rows] tbody");
      rows.append(template.content.cloneNode(true));
      edited(rows);
      focusOn(rows.lastElementChild);
      return;
    }
    const row = button.closest("[data-row]"), rows = row.parentElement;
    if (button.dataset.do === "copy") {
      const copy = row.cloneNode(true);
      $$("input", row).forEach((input, at) => { $$("input", copy)[at].value = input.value; });
      row.after(copy);
      focusOn(copy);
    } else if (button.dataset.do === "remove") {
      const next = row.nextElementSibling || row.previousElementSibling;
      row.remove();
      focusOn(next);
    } else if (button.dataset.do === "up" && row.previousElementSibling) {
      row.previousElementSibling.before(row);
      button.focus();
    } else if (button.dataset.do === "down" && row.nextElementSibling) {
      row.nextElementSibling.after(row);
      button.focus();
    }
    edited(rows);
  });

  const described = (field) => (field.getAttribute("aria-describedby") || "").split(" ").filter(Boolean);
  function describe(field, ids) {
    if (ids.length) field.setAttribute("aria-describedby", ids.join(" "));
    else field.removeAttribute("aria-describedby");
  }

  /* What is wrong stands beside its field, with its clause, and again in the list of all that is wrong. */
  function clear() {
    $$("[data-beside]").forEach((each) => each.remove());
    $$("[aria-invalid]").forEach((each) => {
      each.removeAttribute("aria-invalid");
      describe(each, described(each).filter((id) => !id.startsWith("beside-")));
    });
    $$("tr.is-wrong", form).forEach((each) => each.classList.remove("is-wrong"));
  }
  function placeFor(name) {
    for (let place = name; place; place = place.split(".").slice(0, -1).join(".")) {
      const found = $("[data-place='" + CSS.escape(place).replace(/\\\./g, ".") + "']");
      if (found) return found;
    }
    return null;
  }
  function placeProblems() {
    clear();
    $$("#problems [data-for]").forEach((problem, at) => {
      const place = placeFor(problem.dataset.for);
      if (!place) return;
      const said = document.createElement("p");
      said.className = "wrong";
      said.id = "beside-" + at;
      said.innerHTML = problem.innerHTML;
      const row = place.closest("[data-row]");
      const input = place.matches("input, select, textarea") ? place : $("input, select, textarea", place);
      if (input && !place.matches(".here")) {
        input.setAttribute("aria-invalid", "true");
        describe(input, [...described(input), said.id]);
      }
      if (row) {
        const line = document.createElement("tr"), cell = document.createElement("td");
        line.dataset.beside = "";
        cell.colSpan = row.children.length;
        cell.append(said);
        line.append(cell);
        row.classList.add("is-wrong");
        let last = row;
        while (last.nextElementSibling && "beside" in last.nextElementSibling.dataset) last = last.nextElementSibling;
        last.after(line);
      } else {
        said.dataset.beside = "";
        place.append(said);
      }
      const folded = place.closest("details");
      if (folded) folded.open = true;
      htmx.process(said);
    });
  }
  document.body.addEventListener("htmx:afterSwap", (event) => { if (event.target.id === "checked") placeProblems(); });
  /* What somebody has unfolded stays so when its figures come anew. */
  const unfolded = {};
  document.addEventListener("toggle", (event) => { if (event.target.closest("#details")) unfolded[event.target.id] = event.target.open; }, true);
  document.body.addEventListener("htmx:oobAfterSwap", (event) => {
    $$("details[id]", $("#details")).forEach((each) => { if (each.id in unfolded) each.open = unfolded[each.id]; });
  });
  placeProblems();

  /* A forecast is of the structure as it was. */
  const stale = $("#forecast-stale");
  ["input", "edited"].forEach((name) => document.body.addEventListener(name, (event) => {
    if (event.target.form === form || event.target === form) stale.hidden = !$("#forecast").children.length;
  }));
  $("[data-forecast]").addEventListener("click", () => { stale.hidden = true; });
})();
