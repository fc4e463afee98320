// Updates of the page from another answer of the server: elements with data-fragment="NAME". Of an element
// whose tag was sent, the answer has an empty one with data-unchanged.

// State of the browser that an answer does not change.
const localAttributes = { DETAILS: "open", DIALOG: "open", FORM: "aria-busy", BUTTON: "aria-busy" };
const messages = new Set(["toast", "celebration"]);
// The limit of a request is that of all its headers, which proxies set to 8 KB. A tag has 6 characters.
const tagLimit = 4096 / 6;
let composing = false;
let pending = null;
// True while the page is read again, and not the answer to a form.
let isReading = false;
addEventListener("compositionstart", () => { composing = true; });
addEventListener("compositionend", () => {
  composing = false;
  if (pending && !update(...pending)) document.dispatchEvent(new CustomEvent("dayline:incomplete"));
});

// Tagged elements: those that an answer need not have again.

/** The tags of the page, one after the other. */
export function tags() {
  return [...document.querySelectorAll("[data-tag]")].slice(0, tagLimit).map(({ dataset }) => dataset.tag).join("");
}
/** Removes the tags around an element that a script has changed, so that the next answer has all of it. */
export function forget(element) {
  for (let tagged = element?.closest("[data-tag]"); tagged; tagged = tagged.parentElement?.closest("[data-tag]")) {
    tagged.removeAttribute("data-tag");
  }
}
/** Removes all tags, so that the next answer is complete. */
function forgetAll() {
  for (const tagged of document.querySelectorAll("[data-tag]")) tagged.removeAttribute("data-tag");
}

const isUnchanged = (element) => element.nodeType === 1 && element.hasAttribute("data-unchanged");
const find = (root, fragment) => root.querySelector(`[data-fragment="${CSS.escape(fragment)}"]`);
// The tagged elements of the page before an update, in lists by tag: rows without identifiers can be equal.
let elementsByTag = new Map();
let isMissing = false;
function indexElements() {
  isMissing = false;
  elementsByTag = new Map();
  for (const element of document.querySelectorAll("[data-tag]")) {
    const { tag } = element.dataset;
    if (elementsByTag.has(tag)) elementsByTag.get(tag).push(element);
    else elementsByTag.set(tag, [element]);
  }
}
/** The element of the page for an empty one of the answer; undefined if the page has none. */
function unchanged({ id, dataset }) {
  const element = elementsByTag.get(dataset.tag)?.shift();
  if (element) return element;
  // A script has changed the element since the request, and the next answer has all of it.
  const same = (id && document.getElementById(id)) || (dataset.fragment && find(document, dataset.fragment));
  if (same) forget(same);
  else isMissing = true;
  return same || undefined;
}
/** A copy of an element of the answer, with the elements that the page has. */
function imported(wanted) {
  const copy = document.importNode(wanted, true);
  for (const empty of copy.querySelectorAll?.("[data-unchanged]") ?? []) empty.replaceWith(unchanged(empty) ?? empty);
  return copy;
}

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
  if (isReading && node.hasAttribute("data-revision") && isEdited(node.form)) return forget(node);
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
  removeOthers(node, next);
  const known = new Map();
  for (const child of node.children) if (child.id) known.set(child.id, child);
  let cursor = node.firstChild;
  for (const wanted of [...next.childNodes]) {
    const isKept = isUnchanged(wanted);
    let match = isKept ? unchanged(wanted) : wanted.id ? known.get(wanted.id) : null;
    // An element with a tag can be one that the answer has left out.
    const isFree = cursor && !cursor.id && !cursor.dataset?.tag && cursor.nodeName === wanted.nodeName;
    if (!match && !isKept && !wanted.id && isFree) match = cursor;
    if (match) {
      if (match === cursor) cursor = cursor.nextSibling;
      else node.insertBefore(match, cursor);
      if (!isKept) morph(match, wanted);
    } else {
      node.insertBefore(imported(wanted), cursor);
    }
  }
  while (cursor) {
    const after = cursor.nextSibling;
    cursor.remove();
    cursor = after;
  }
}

/**
 * Removes the children with an identifier or a tag that a node does not have any more. Before them, each of the
 * following children would be moved, which computes its style and layout again.
 */
function removeOthers(node, next) {
  const wanted = new Set([...next.children].flatMap(({ id, dataset }) => [id, dataset.tag]));
  for (const child of [...node.children]) {
    const names = [child.id, child.dataset.tag].filter(Boolean);
    if (names.length && !names.some((name) => wanted.has(name))) child.remove();
  }
}

function isVisible(element) {
  return element?.isConnected && (element.checkVisibility?.() ?? element.offsetParent !== null);
}

/** The place of the focus: the element, and the items after and before it if it disappears. */
function focusPlace() {
  const element = document.activeElement;
  if (!element || element === document.body) return null;
  const items = [...document.querySelectorAll("[data-activity]")];
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
 * @returns false if the page has to be read again as a whole, since it lacks an element that the answer left out.
 */
export function update(answer, isRefresh = false) {
  if (composing) {
    pending = [answer, isRefresh];
    return true;
  }
  pending = null;
  isReading = isRefresh;
  const place = focusPlace();
  const position = [scrollX, scrollY];
  indexElements();
  for (const next of answer.querySelectorAll("[data-fragment]")) {
    const name = next.dataset.fragment;
    if (next.parentElement?.closest("[data-fragment]")) continue;
    if (isRefresh && messages.has(name) && !next.firstElementChild) continue;
    const node = find(document, name);
    if (node && isUnchanged(next)) unchanged(next);
    else if (node && !node.querySelector("dialog:popover-open")) morph(node, next);
  }
  addFragments(answer);
  elementsByTag = new Map();
  restoreFocus(place);
  scrollTo(...position);
  if (isMissing) forgetAll();
  document.dispatchEvent(new CustomEvent("dayline:updated"));
  return !isMissing;
}

/** Adds and removes fragments that only one of both pages has, beside their neighbours. */
function addFragments(answer) {
  const name = (element) => element.dataset.fragment;
  for (const node of document.querySelectorAll("[data-fragment]")) {
    if (!find(answer, name(node))) node.remove();
  }
  for (const next of answer.querySelectorAll("[data-fragment]")) {
    if (find(document, name(next))) continue;
    if (isUnchanged(next)) {
      isMissing = true;
      continue;
    }
    const before = next.previousElementSibling;
    const after = next.nextElementSibling;
    const copy = imported(next);
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
