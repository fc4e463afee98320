// Updates of the page from another answer of the server: elements with data-fragment="NAME".

// State of the browser that an answer does not change.
const localAttributes = { DETAILS: "open", DIALOG: "open", FORM: "aria-busy", BUTTON: "aria-busy" };
const messages = new Set(["toast", "celebration"]);
let composing = false;
let pending = null;
// True while the page is read again, and not the answer to a form.
let isReading = false;
addEventListener("compositionstart", () => { composing = true; });
addEventListener("compositionend", () => {
  composing = false;
  if (pending) update(...pending);
});

function updateAttributes(node, next) {
  const local = localAttributes[node.tagName];
  for (const { name } of [...node.attributes]) {
    if (name !== local && !next.hasAttribute(name)) node.removeAttribute(name);
  }
  for (const { name, value } of next.attributes) {
    if (name !== local && node.getAttribute(name) !== value) node.setAttribute(name, value);
  }
}

/** Changes a node into another one and retains the elements, so that focus and typed text remain. */
function morph(node, next) {
  if (node.nodeType !== 1) {
    if (node.data !== next.data) node.data = next.data;
    return;
  }
  if (node.hasAttribute("data-keep")) {
    node.dispatchEvent(new CustomEvent("dayline:refresh", { detail: next }));
    return;
  }
  if (node.isEqualNode(next)) return;
  // The form is still of the state that the person sees while editing.
  if (isReading && node.hasAttribute("data-revision") && isEdited(node.form)) return;
  updateAttributes(node, next);
  morphChildren(node, next);
}

/** True if a person has changed a field of the form. */
function isEdited(form) {
  return [...(form?.querySelectorAll("input:not([type=hidden]), select, textarea") ?? [])].some((field) => {
    if (field.type === "checkbox" || field.type === "radio") return field.checked !== field.defaultChecked;
    if (field.options) return [...field.options].some((option) => option.selected !== option.defaultSelected);
    return field.value !== field.defaultValue;
  });
}

function morphChildren(node, next) {
  const known = new Map();
  for (const child of node.children) if (child.id) known.set(child.id, child);
  let cursor = node.firstChild;
  for (const wanted of [...next.childNodes]) {
    let match = wanted.id ? known.get(wanted.id) : null;
    if (!match && !wanted.id && cursor && !cursor.id && cursor.nodeName === wanted.nodeName) match = cursor;
    if (match) {
      if (match === cursor) cursor = cursor.nextSibling;
      else node.insertBefore(match, cursor);
      morph(match, wanted);
    } else {
      node.insertBefore(document.importNode(wanted, true), cursor);
    }
  }
  while (cursor) {
    const after = cursor.nextSibling;
    cursor.remove();
    cursor = after;
  }
}

function isVisible(element) {
  return element?.isConnected && (element.checkVisibility?.() ?? element.offsetParent !== null);
}

/** The place of the focus: the element, and the items after and before it if it disappears. */
function focusPlace() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const items = [...document.querySelectorAll("[data-activity]")].filter(isVisible);
  const at = items.indexOf(element.closest("[data-activity]"));
  const near = at < 0 ? [] : [...items.slice(at), ...items.slice(0, at).reverse()];
  return { id: element.id, element, near: near.map((item) => item.id) };
}

function restoreFocus(place) {
  if (!place || (document.activeElement === place.element && isVisible(place.element))) return;
  const same = place.id ? document.getElementById(place.id) : isVisible(place.element) && place.element;
  const item = place.near.map((id) => document.getElementById(id)).find(isVisible);
  const target = isVisible(same) ? same : item?.querySelector("button, a") ?? document.getElementById("main");
  target?.focus({ preventScroll: true });
}

/**
 * Applies the fragments of an answer that differ from those of the page.
 * @param isRefresh true if no form was sent: an empty toast or celebration does not remove a shown one.
 */
export function update(answer, isRefresh = false) {
  if (composing) {
    pending = [answer, isRefresh];
    return;
  }
  pending = null;
  isReading = isRefresh;
  const place = focusPlace();
  const position = [scrollX, scrollY];
  for (const next of answer.querySelectorAll("[data-fragment]")) {
    const name = next.dataset.fragment;
    if (next.parentElement?.closest("[data-fragment]")) continue;
    if (isRefresh && messages.has(name) && !next.firstElementChild) continue;
    const node = document.querySelector(`[data-fragment="${CSS.escape(name)}"]`);
    if (node && !node.querySelector("dialog:popover-open")) morph(node, next);
  }
  addFragments(answer);
  restoreFocus(place);
  scrollTo(...position);
  document.dispatchEvent(new CustomEvent("dayline:updated"));
}

/** Adds and removes fragments that only one of both pages has, beside their neighbours. */
function addFragments(answer) {
  const name = (element) => element.dataset.fragment;
  const find = (root, key) => root.querySelector(`[data-fragment="${CSS.escape(key)}"]`);
  for (const node of document.querySelectorAll("[data-fragment]")) {
    if (!find(answer, name(node))) node.remove();
  }
  for (const next of answer.querySelectorAll("[data-fragment]")) {
    if (find(document, name(next))) continue;
    const before = next.previousElementSibling;
    const after = next.nextElementSibling;
    const copy = document.importNode(next, true);
    if (before?.dataset.fragment) find(document, name(before))?.after(copy);
    else if (after?.dataset.fragment) find(document, name(after))?.before(copy);
    if (!copy.isConnected) location.reload();
  }
}

const chunkLength = 32768;
const pause = () => globalThis.scheduler?.yield?.() ?? new Promise((resolve) => setTimeout(resolve));

/**
 * Parses a page of the server in parts. Between them and after them the browser can answer keys and clicks.
 * @returns the document, whose scripts do not run.
 */
export async function parse(html) {
  const page = document.implementation.createHTMLDocument();
  page.open();
  for (let start = 0; start < html.length; start += chunkLength) {
    page.write(html.slice(start, start + chunkLength));
    await pause();
  }
  page.close();
  return page;
}
