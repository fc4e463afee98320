// The marks of items whose changes wait in the service worker. A stored page has the state before the changes.

import { forget } from "./fragments.js";
import { path } from "./paths.js";
import { announce, text } from "./texts.js";

const main = document.getElementById("main");
const marked = new Map();
let waiting = [];

/** The button of a change that is made once, such as completing an item; undefined if the page has none. */
function button({ path: action, fields }) {
  return [...main.querySelectorAll("button.check")].find(({ form, name, value }) =>
    form?.getAttribute("action") === action && fields[name] === value
    && (!form.elements.activity || form.elements.activity.value === fields.activity));
}

/** The item of the day of a change; undefined if the page has none. */
function item({ path: action, fields }) {
  const [verb, slot, ...activity] = (fields.change ?? "").split(" ");
  if (!activity.length || !action.startsWith(path(`/day/${main.dataset.day}/`))) return undefined;
  const name = CSS.escape(activity.join(" "));
  const found = document.getElementById(`item-${activity.join(" ")}-${slot}`) ?? main.querySelector(`li.item[data-activity="${name}"]`);
  return found && { found, isWhole: ["complete", "clear", "skip"].includes(verb) };
}

/** Makes a control unusable. `pressed` is its state before the change; null: it has none. */
function block(control, pressed) {
  if (marked.has(control)) return;
  marked.set(control, pressed);
  forget(control);
  control.setAttribute("aria-disabled", "true");
}

function unmark() {
  for (const [control, pressed] of marked) {
    control.removeAttribute("aria-disabled");
    if (pressed !== null) control.setAttribute("aria-pressed", pressed);
  }
  marked.clear();
  for (const link of main.querySelectorAll("[data-waits]")) link.remove();
}

/** Marks the items of the waiting changes, and their controls that must not be used twice. */
function mark() {
  unmark();
  const counts = new Map();
  for (const change of waiting) {
    const control = button(change);
    if (control) {
      const isClearing = control.value.startsWith("clear ");
      block(control, String(isClearing));
      control.setAttribute("aria-pressed", String(!isClearing));
    }
    const place = item(change);
    if (!place) continue;
    counts.set(place.found, (counts.get(place.found) ?? 0) + 1);
    if (place.isWhole) for (const other of place.found.querySelectorAll(".check:is(button), [data-skip]")) {
      block(other, other.getAttribute("aria-pressed"));
    }
  }
  for (const [found, count] of counts) {
    const link = document.createElement("a");
    link.href = path("/offline");
    link.dataset.waits = "";
    link.textContent = text(count === 1 ? "waiting-one" : "waiting", { n: count });
    const line = document.createElement("p");
    line.dataset.waits = "";
    line.append(link);
    forget(found);
    found.querySelector(".item-text")?.append(line);
  }
}

document.addEventListener("dayline:waiting", ({ detail: changes }) => {
  waiting = changes.filter(({ reason }) => !reason);
  mark();
});
document.addEventListener("dayline:updated", () => {
  // The answer of the server has the states of its own.
  marked.clear();
  mark();
});
addEventListener("click", (event) => {
  const control = event.target.closest?.("[aria-disabled=true]");
  if (!marked.has(control)) return;
  event.preventDefault();
  event.stopImmediatePropagation();
  announce(text("waits-already"));
}, { capture: true });
