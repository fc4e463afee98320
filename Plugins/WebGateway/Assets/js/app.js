// The module of every page: forms without a reload, live updates, keys, toast, dialogs, offline state.

import { forget, parse, tags, update } from "./fragments.js";
import { isAfter, subscribe } from "./live.js";
import { addKeys } from "./keys.js";
import { clock, words } from "./locale.js";
import { path } from "./paths.js";
import { announce, text } from "./texts.js";

document.documentElement.classList.add("js");
const main = document.getElementById("main");
const status = document.getElementById("status");
const coalesceMilliseconds = 50;
const messageMilliseconds = 10000;

// Requests

let latest = 0;
let posting = 0;
let refreshTimer = 0;
let isStale = false;
const headers = { Accept: "text/html", "X-Requested-With": "dayline" };

/** The options of a request for a page. Its answer has only the elements whose tags the page lacks. */
function options(extra = {}) {
  // A page of an ended session needs the token of the next one, which can be outside of all fragments.
  const known = isSignedOut ? "" : tags();
  // A whole page is stored by the server, the browser and the service worker, and can be unchanged.
  if (!known) return { ...extra, headers: { ...headers, ...extra.headers } };
  return { cache: "no-store", ...extra, headers: { ...headers, "Dayline-Tags": known, ...extra.headers } };
}

async function apply(response, sequence, isRefresh, change = (apply) => apply()) {
  if (isOfNoSession(response)) {
    showSignedOut();
    return null;
  }
  if (!response.headers.get("Content-Type")?.startsWith("text/html")) throw new Error(response.status);
  const answer = await parse(await response.text());
  if (sequence !== latest) return null;
  if (!answer.querySelector("main [data-fragment]")) {
    // The page of an error: its sentence and its hint are shown, and the page stays.
    const parts = [...answer.querySelectorAll("main [data-message]")];
    const sentence = parts.map((part) => part.textContent).join(" ");
    if (isRefresh || response.ok || !sentence) throw new Error(response.status);
    showMessage(sentence);
    return null;
  }
  let isComplete = true;
  await change(() => { isComplete = update(answer, isRefresh); });
  showEvents(answer.querySelector("main").dataset.event);
  if (!isComplete) requestRefresh();
  // The service worker has stored a whole page that was read again, and neither a part nor the answer to a form.
  if (!isRefresh || !answer.querySelector(".skip-link")) storeCopy();
  showDay(answer);
  if (isSignedOut) showSignedIn(answer);
  return answer;
}

// The end of the session, such as by "dayline web end" or in the settings of another browser.

let isSignedOut = false;

/** True if the session of the page has ended. A page is then answered with that for signing in. */
function isOfNoSession(response) {
  return response.status === 401 || (response.redirected && new URL(response.url).pathname === path("/login"));
}
function showSignedOut() {
  isSignedOut = true;
  const link = document.createElement("a");
  link.href = path("/login");
  // The page and what is typed in it stay.
  link.target = "_blank";
  link.className = "button";
  link.textContent = text("sign-in");
  showMessage(text("signed-out-message"));
  toast?.append(link);
  if (!status) return;
  status.dataset.state = "lost";
  status.textContent = text("signed-out");
  status.href = path("/login");
}
/** Continues with a new session: the forms that were not replaced get its token. */
function showSignedIn(answer) {
  isSignedOut = false;
  const token = answer.querySelector("[name=csrf]")?.value;
  for (const field of document.querySelectorAll("[name=csrf]")) field.value = token ?? field.value;
  if (status) status.href = path("/offline");
  toast?.replaceChildren();
  showStatus(!wasLost);
}
addEventListener("visibilitychange", () => { if (!document.hidden && isSignedOut) refresh(); });

/** Loads the page again and applies what differs. */
async function refresh() {
  const sequence = ++latest;
  try {
    await apply(await fetch(location.href, options()), sequence, true);
  } catch {
    // The next event or the reader loads the page again.
  }
}

// Today shows the next day when its day ends, by a timer or when the page becomes visible.

const dayRetryMilliseconds = 60000;
let dayTimer = 0;
let dayRefresh = null;
const isDayOver = () => Date.now() >= Date.parse(main?.dataset.dayEnd);

/** Applies the day of an answer to Today. Other pages of a day have no end. */
function showDay(answer) {
  const next = answer.querySelector("main")?.dataset;
  if (!next?.dayEnd || !main.dataset.dayEnd) return;
  if (next.day !== main.dataset.day) document.title = answer.title;
  main.dataset.day = next.day;
  main.dataset.dayEnd = next.dayEnd;
  watchDay();
}
function watchDay() {
  clearTimeout(dayTimer);
  if (!main?.dataset.dayEnd) return;
  // The clock of the browser can be ahead of that of the server, which then still answers with the same day.
  const delay = isDayOver() ? dayRetryMilliseconds : Date.parse(main.dataset.dayEnd) - Date.now();
  dayTimer = setTimeout(checkDay, delay);
}
function checkDay() {
  if (isDayOver()) requestRefresh();
  watchDay();
}
addEventListener("visibilitychange", () => { if (!document.hidden) checkDay(); });
watchDay();

/**
 * Shows the next day if that of Today is over.
 * @returns true if the address is that of a change of another day than the page shows.
 */
async function isOfPastDay(address) {
  const day = main?.dataset.dayEnd && /\/day\/([\d-]+)\//.exec(address)?.[1];
  if (!day || (!isDayOver() && day === main.dataset.day)) return false;
  // The part with an open dialog is not replaced.
  document.querySelector("dialog:popover-open")?.hidePopover();
  // Changes at the same time wait for the same answer.
  dayRefresh ??= refresh().finally(() => { dayRefresh = null; });
  await dayRefresh;
  return day !== main.dataset.day;
}

// Other intervals and ranges of a page: its parts change, and the page stays.

const slowMilliseconds = 300;
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
let loading = 0;
let shownAddress = location.pathname + location.search;

/** Changes the page with a transition of its pictures. */
function animated(change) {
  if (reducedMotion.matches || !document.startViewTransition || document.hidden) return change();
  return document.startViewTransition(change).updateCallbackDone;
}

/** Loads the page of the present address and shows its parts. After 300 ms the page is marked as busy. */
async function show(change) {
  const sequence = ++latest;
  shownAddress = location.pathname + location.search;
  loading += 1;
  const timer = setTimeout(() => {
    main.setAttribute("aria-busy", "true");
    announce(text("loading"));
  }, slowMilliseconds);
  try {
    return await apply(await fetch(location.href, options()), sequence, true, change);
  } finally {
    clearTimeout(timer);
    loading -= 1;
    if (!loading) main.removeAttribute("aria-busy");
  }
}

/** Reads all parts of the page again. Each part shows its own failure. */
async function refreshAll() {
  try {
    await show();
    announce(text("refreshed"));
  } catch {
    showMessage(text("not-refreshed"));
  }
}

addEventListener("click", (event) => {
  const link = event.target.closest?.("[data-swap] a, a[data-swap], a[data-refresh]");
  if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
  event.preventDefault();
  if (link.matches("[data-refresh]")) {
    refreshAll();
  } else {
    history.pushState(null, "", link.href);
    show(animated).catch(() => location.reload());
  }
});
addEventListener("popstate", () => {
  if (location.pathname + location.search !== shownAddress) show(animated).catch(() => location.reload());
});
addKeys({
  r: () => {
    const link = document.getElementById("refresh");
    if (!link) return false;
    link.click();
  },
});

const randomKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/**
 * Posts fields to an address, follows the redirect and applies the page of the answer.
 * @returns "done", "queued", "refused", or "failed" if the server did not answer.
 */
export async function post(address, fields, queueLabel) {
  posting += 1;
  try {
    return await send(address, fields, queueLabel);
  } finally {
    posting -= 1;
    if (isStale) requestRefresh(staleEvent);
  }
}

async function send(address, fields, queueLabel) {
  if (await isOfPastDay(address)) {
    showMessage(text("day-over"));
    return "refused";
  }
  const body = new URLSearchParams(fields);
  if (!body.get("key")) body.set("key", randomKey());
  if (!body.get("csrf")) body.set("csrf", document.querySelector("[name=csrf]")?.value ?? "");
  const sequence = ++latest;
  let response;
  try {
    const profile = encodeURIComponent(main?.dataset.profile ?? "");
    const queue = queueLabel ? { "X-Dayline-Queue": encodeURIComponent(queueLabel), "X-Dayline-Profile": profile } : {};
    response = await fetch(address, options({ method: "POST", body, headers: queue }));
  } catch {
    return "failed";
  }
  if (response.status === 202 && response.headers.has("X-Dayline-Waiting")) {
    showWaiting(Number(response.headers.get("X-Dayline-Waiting")));
    return "queued";
  }
  if (isOfNoSession(response)) {
    showSignedOut();
    return "refused";
  }
  const target = new URL(response.url);
  // Today has two paths: / and that of its day.
  const isSamePage = [location.pathname, path(`/day/${main?.dataset.day}`)].includes(target.pathname);
  if (response.redirected && !isSamePage) {
    location.assign(target);
    return "done";
  }
  try {
    await apply(response, sequence);
  } catch {
    return "failed";
  }
  return response.ok ? "done" : "refused";
}

// Keys of changes whose answer is unknown. A stored page has the keys of its first use, so they are not used.
const sentKeys = new WeakMap();

/** The key of a form or button: the same until there is an answer, so that a second try changes data once. */
function keyOf(control) {
  if (!sentKeys.has(control)) sentKeys.set(control, randomKey());
  return sentKeys.get(control);
}

async function submit(form, button) {
  // A button outside its form is one of many changes, which do not wait for each other.
  const control = button && !form.contains(button) ? button : form;
  if (control.getAttribute("aria-busy") === "true") return;
  control.setAttribute("aria-busy", "true");
  const check = button?.matches(".check") ? button : null;
  const wasPressed = check?.getAttribute("aria-pressed");
  check?.setAttribute("aria-pressed", String(wasPressed !== "true"));
  forget(check);
  const menu = control.closest("details.menu");
  const inside = control.contains(document.activeElement);
  const fields = new FormData(form, button);
  if (fields.has("key")) fields.set("key", keyOf(control));
  const result = await post(button?.getAttribute("formaction") ?? form.getAttribute("action"), fields, control.dataset.queue);
  control.removeAttribute("aria-busy");
  if (result !== "failed") sentKeys.delete(control);
  if (result === "done" || result === "queued") {
    form.reset();
    form.closest("dialog:popover-open")?.hidePopover();
    if (menu) menu.open = false;
    if (menu && inside) menu.querySelector("summary")?.focus();
    if (result === "queued") announce(text("queued"));
  } else if (result === "refused") {
    check?.setAttribute("aria-pressed", wasPressed);
    const wrong = document.querySelector("[aria-invalid=true]");
    wrong?.focus();
  } else {
    check?.setAttribute("aria-pressed", wasPressed);
    showMessage(text("failed"));
  }
}

addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || !form.matches("form[data-enhance]")) return;
  event.preventDefault();
  submit(form, event.submitter);
});

// Toast and celebration: visible for ten seconds; pointer and focus stop the clock.

/** Calls an action ten seconds after the message was shown and left by pointer and focus. */
function expire(message, close) {
  let timer = 0;
  const start = () => {
    clearTimeout(timer);
    if (message?.firstElementChild && !message.matches(":hover, :focus-within")) timer = setTimeout(close, messageMilliseconds);
  };
  for (const type of ["pointerenter", "focusin"]) message?.addEventListener(type, () => clearTimeout(timer));
  for (const type of ["pointerleave", "focusout"]) message?.addEventListener(type, () => setTimeout(start));
  return start;
}

const toast = document.getElementById("toast");
const startToast = expire(toast, () => toast.replaceChildren());
function showMessage(sentence) {
  if (!toast) return announce(sentence);
  const paragraph = document.createElement("p");
  paragraph.textContent = sentence;
  toast.replaceChildren(paragraph);
  startToast();
}

const celebrations = document.getElementById("celebrations");
/** Closes the celebration. */
function closeCelebration(selector = "dialog[open]") {
  const dialog = celebrations?.querySelector(selector);
  if (!dialog) return;
  const hadFocus = dialog.contains(document.activeElement);
  dialog.close();
  if (hadFocus) main?.focus({ preventScroll: true });
}
// That of a milestone stays until it is acknowledged.
const startCelebration = expire(celebrations, () => closeCelebration("dialog[open]:has([method=dialog])"));
celebrations?.addEventListener("submit", (event) => {
  if (event.target.method !== "dialog") return;
  event.preventDefault();
  closeCelebration();
});
addEventListener("keydown", (event) => {
  const isTaken = event.defaultPrevented || document.querySelector("dialog:popover-open, details.menu[open] :focus");
  if (event.key === "Escape" && !isTaken) closeCelebration();
});

// Dialogs and menus

// Dialogs are popovers: a modal dialog makes the page inert, which computes the style of each of its elements.
addEventListener("submit", ({ target }) => {
  if (target.method === "dialog") target.closest("dialog:popover-open")?.hidePopover();
});
addEventListener("focusout", ({ target, relatedTarget }) => {
  const dialog = target.closest?.("dialog:popover-open");
  if (relatedTarget && !dialog?.contains(relatedTarget)) dialog?.hidePopover();
});
addEventListener("click", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) {
    if (!menu.contains(event.target)) menu.open = false;
  }
});
document.addEventListener("dayline:updated", () => {
  startToast();
  startCelebration();
});
startToast();
startCelebration();
if (["done", "undone"].some((name) => new URLSearchParams(location.search).has(name))) {
  const url = new URL(location);
  for (const name of ["done", "undone", "celebrate"]) url.searchParams.delete(name);
  history.replaceState(history.state, "", url);
  shownAddress = url.pathname + url.search;
}

// Live updates

// The position of the newest event that the page shows, and of the newest one that it lacks; the latter is
// undefined if the page has to be read in any case.
let shownEvent = main?.dataset.event;
let staleEvent;

/** Requests one refresh for the events of 50 ms; later if the page is hidden or a form is being sent. */
function requestRefresh(event) {
  if (main?.dataset.topics === undefined) return;
  if (event && shownEvent && !isAfter(event, shownEvent)) return;
  staleEvent = isStale && !staleEvent ? undefined : event;
  isStale = true;
  if (refreshTimer) return;
  refreshTimer = setTimeout(() => {
    refreshTimer = 0;
    if (!isStale || document.hidden || posting) return;
    isStale = false;
    refresh();
  }, coalesceMilliseconds);
}
/** Remembers the position of an answer. The events until there are those of changes that it has. */
function showEvents(position) {
  if (!position) return;
  shownEvent = position;
  if (staleEvent && !isAfter(staleEvent, position)) isStale = false;
}
addEventListener("visibilitychange", () => { if (!document.hidden && isStale) requestRefresh(staleEvent); });
addEventListener("pageshow", (event) => { if (event.persisted) requestRefresh(); });
// An answer that waited for the end of a composition lacks an element that the page has lost.
document.addEventListener("dayline:incomplete", () => requestRefresh());

let wasLost = false;
let waiting = 0;
async function showStatus(isLive) {
  if (!status || isSignedOut) return;
  status.dataset.state = isLive ? "live" : "lost";
  const state = text(isLive ? "live" : "lost");
  status.textContent = waiting ? text(waiting === 1 ? "waiting-one" : "waiting", { n: waiting }) : state;
  const age = isLive ? null : await pageTime();
  if (!age || !wasLost || status.querySelector("time")) return;
  const time = document.createElement("time");
  time.dateTime = age.toISOString();
  const isToday = age.toDateString() === new Date().toDateString();
  time.textContent = age.toLocaleString(words, { dateStyle: isToday ? undefined : "medium", ...clock });
  const line = document.createElement("span");
  line.append(`${status.textContent}, ${text("page-of")} `, time);
  status.replaceChildren(line);
}
/** The time of the stored copy of the page; null without one. */
async function pageTime() {
  const { origin, pathname, search } = location;
  const stored = await globalThis.caches?.match(origin + pathname + search);
  const date = Date.parse(stored?.headers.get("Date"));
  return Number.isNaN(date) ? null : new Date(date);
}
function showWaiting(count) {
  waiting = count;
  showStatus(!wasLost);
}
const worker = () => navigator.serviceWorker?.controller;
if (main?.dataset.topics !== undefined) {
  const topics = new Set(main.dataset.topics.split(" "));
  subscribe(
    (topic, _, event) => { if (topic === "reset" || topics.has(topic)) requestRefresh(event); },
    (isLive) => {
      if (isLive && wasLost) requestRefresh();
      wasLost = !isLive;
      showStatus(isLive);
      // A stream also ends with its session.
      if (isSignedOut || !isLive) refresh();
      if (isLive) worker()?.postMessage({ send: true });
    },
    main.dataset.event);
}

// Service worker: pages and changes without a connection.

const copyMilliseconds = 500;
let copyTimer = 0;
/** Asks the service worker once for the changes of 500 ms to read the whole page, and to store it. */
function storeCopy() {
  if (copyTimer || !worker()) return;
  copyTimer = setTimeout(() => {
    copyTimer = 0;
    worker()?.postMessage({ copy: location.href });
  }, copyMilliseconds);
}

if (navigator.serviceWorker) {
  navigator.serviceWorker.register(path("/service-worker.js")).catch(() => {});
  navigator.serviceWorker.addEventListener("message", ({ data }) => {
    if ("waiting" in data) {
      showWaiting(data.waiting);
      document.dispatchEvent(new CustomEvent("dayline:waiting", { detail: data.changes }));
    }
    if (data.sent) {
      showMessage(text(data.refused ? "refused" : "sent"));
      requestRefresh();
    }
  });
  navigator.serviceWorker.ready.then(({ active }) => active.postMessage({ list: true }));
}
