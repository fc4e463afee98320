// Keys and dragging of the Today page and the announcement of a new position.

import { post } from "./app.js";
import { addDrag } from "./drag.js";
import { forget } from "./fragments.js";
import { addKeys, isField } from "./keys.js";
import { path } from "./paths.js";
import { announce, text } from "./texts.js";

const main = document.getElementById("main");
const items = () => [...main.querySelectorAll("li.item")].filter((item) => item.checkVisibility?.() ?? item.offsetParent);
let last = "";
const current = () => document.activeElement?.closest("li.item") ?? document.getElementById(last);

function moveFocus(step) {
  const list = items();
  const at = list.indexOf(current());
  const next = list[at < 0 ? 0 : Math.max(0, Math.min(at + step, list.length - 1))];
  (next?.querySelector(".check:not(.automatic)") ?? next?.querySelector("a"))?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

main.addEventListener("focusin", (event) => { last = event.target.closest("li.item")?.id ?? last; });

const act = (perform) => () => {
  const item = current();
  if (!item) return false;
  return perform(item);
};
addKeys({
  j: () => moveFocus(1),
  k: () => moveFocus(-1),
  x: act((item) => item.querySelector("button.check")?.click()),
  "+": act((item) => item.querySelector(".quick-add input:not([type=hidden])")?.focus()),
  s: act((item) => {
    const link = item.querySelector("[data-skip]");
    if (!link) return false;
    openSkip(link);
  }),
});

const skipDialog = document.getElementById("skip");

/** Opens the form for skipping the item of a link. */
function openSkip(link) {
  const form = skipDialog.querySelector("form");
  form.elements.change.value = link.dataset.skip;
  form.dataset.queue = link.getAttribute("aria-label");
  skipDialog.querySelector("h2").textContent = link.getAttribute("aria-label");
  skipDialog.showPopover({ source: link });
}
main.addEventListener("click", (event) => {
  const link = event.target.closest("[data-skip]");
  if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  openSkip(link);
});

function announcePosition(activity) {
  const item = main.querySelector(`li.item[data-activity="${CSS.escape(activity)}"]`);
  const list = [...(item?.parentElement.querySelectorAll(":scope > li.item") ?? [])];
  announce(text("moved", {
    name: item?.querySelector(".item-text a")?.textContent,
    n: list.indexOf(item) + 1,
    all: list.length,
    part: item?.closest("section")?.querySelector("h2")?.textContent,
  }));
}

/** The next item in a direction that is of another activity; null at the end. */
function neighbour(item, direction) {
  let other = item;
  do {
    other = direction === "up" ? other.previousElementSibling : other.nextElementSibling;
  } while (other?.dataset.activity === item.dataset.activity);
  return other;
}

async function move(item, direction) {
  const { activity } = item.dataset;
  const other = neighbour(item, direction);
  if (!other) return announcePosition(activity);
  const fields = { activity, [direction === "up" ? "before" : "after"]: other.dataset.activity };
  const name = item.querySelector(".item-text a")?.textContent;
  const result = await post(path(`/day/${main.dataset.day}/move`), fields, `${name}: ${direction}`);
  if (result === "queued") {
    const focus = document.activeElement;
    forget(item);
    if (direction === "up") other.before(item);
    else other.after(item);
    focus?.focus();
  }
  announcePosition(activity);
}
addEventListener("keydown", (event) => {
  const direction = { ArrowUp: "up", ArrowDown: "down" }[event.key];
  const item = direction && event.altKey && !isField(event.target) ? current() : null;
  if (!item) return;
  event.preventDefault();
  move(item, direction);
});
main.addEventListener("submit", (event) => {
  const form = event.target;
  if (!form.getAttribute("action")?.endsWith("/move")) return;
  const activity = form.elements.activity.value;
  document.addEventListener("dayline:updated", () => announcePosition(activity), { once: true });
});

addDrag(main, "li.item", async (item, reset) => {
  const { activity } = item.dataset;
  const following = neighbour(item, "down");
  const other = following ?? neighbour(item, "up");
  if (!other) return;
  const fields = { activity, [following ? "before" : "after"]: other.dataset.activity };
  const name = item.querySelector(".item-text a")?.textContent;
  const result = await post(path(`/day/${main.dataset.day}/move`), fields, `${name}: moved`);
  if (result === "failed") reset();
  announcePosition(activity);
});
