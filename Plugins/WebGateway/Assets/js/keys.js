// Keys: g and a letter go to a page, ? shows the list, u reverts. Pages add their own.

const own = new Map();
let prefix = 0;

/** Adds single keys: a map from the key to an action, which returns false if it does not apply. */
export function addKeys(actions) {
  for (const [key, action] of Object.entries(actions)) own.set(key, action);
}

/** True if the element receives typed text. */
export const isField = (element) =>
  element?.closest?.("input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]") != null;

addKeys({
  "?": () => document.getElementById("keys")?.showPopover(),
  u: () => {
    const button = document.querySelector("#toast form button");
    if (!button) return false;
    button.click();
  },
});

// Single keys can be switched off in this browser, since speech input types them by accident (WCAG 2.1.4).
const storageName = "dayline-single-keys";
const { dataset } = document.documentElement;
const choice = document.getElementById("single-keys");

function readChoice() {
  let stored = null;
  try { stored = localStorage.getItem(storageName); } catch { /* A browser without storage has all keys. */ }
  dataset.singleKeys = stored === "off" ? "off" : "on";
  if (choice) choice.checked = dataset.singleKeys === "on";
}
choice?.addEventListener("change", () => {
  dataset.singleKeys = choice.checked ? "on" : "off";
  try { localStorage.setItem(storageName, dataset.singleKeys); } catch { /* The choice is that of this page. */ }
});
addEventListener("storage", ({ key }) => { if (key === storageName) readChoice(); });
readChoice();

addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    const menu = document.activeElement?.closest("details.menu[open]");
    if (menu) {
      menu.open = false;
      menu.querySelector("summary").focus();
    }
  }
  const isOff = dataset.singleKeys === "off";
  const isSlider = event.target.closest?.("[role=slider]") && event.key === "t";
  if (event.defaultPrevented || isOff || event.ctrlKey || event.metaKey || event.altKey) return;
  if (isField(event.target) || document.querySelector("dialog:popover-open") || isSlider) return;
  if (Date.now() < prefix) {
    prefix = 0;
    const link = document.querySelector(`[data-go="${CSS.escape(event.key)}"]`);
    if (link) {
      event.preventDefault();
      location.assign(link.href);
    }
    return;
  }
  if (event.key === "g") {
    prefix = Date.now() + 1500;
  } else if (own.has(event.key) && own.get(event.key)(event) !== false) {
    event.preventDefault();
  }
});
