// Pages without a connection, and a queue of changes that were made offline.
// Served beside the start page, whose folder is the scope.

// The path of the web app, without a slash at its end; usually empty.
const prefix = new URL(registration.scope).pathname.replace(/\/$/, "");
const offlinePath = `${prefix}/offline`;
const shellCache = "shell-1";
const pageCache = "pages-1";
const sharedCache = "shared-1";
const sharedPath = "/import/shared";
const databaseName = "dayline-queue";
// The oldest pages above the limit are removed, except those without a date, a metric or a query.
const pageLimit = 40;
const messageParameters = ["done", "undone", "celebrate"];
const keptPages = [/^\/$/, /^\/day\//, /^\/week$/, /^\/weight$/, /^\/health$/, /^\/trends(\/|$)/];

/** The path of a page or asset, such as /day/2026-11-22. */
const pathWithin = (url) => (url.pathname.startsWith(prefix) ? url.pathname.slice(prefix.length) : url.pathname);

// The shell: the offline page and the assets that it names. Assets have a hash in their path.

/** The hash in the path of an asset; undefined for other paths and for the newest assets. */
const hashIn = (path) => {
  const hash = path.match(/\/assets\/([^/]+)\//)?.[1];
  return hash === "current" ? undefined : hash;
};

async function installShell() {
  const cache = await caches.open(shellCache);
  // Without a session: the page remains after signing out.
  const response = await fetch(offlinePath, { cache: "reload", credentials: "omit" });
  if (!response.ok) throw new Error("offline page");
  const page = await response.clone().text();
  await cache.put(offlinePath, response);
  const assets = [...page.matchAll(/(?:href|src)="([^"#]*\/assets\/[^"#]+)"/g)].map(([, path]) => path);
  await Promise.allSettled([...new Set(assets)].map((path) => cache.add(path)));
}
addEventListener("install", (event) => event.waitUntil(installShell().then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil((async () => {
  const current = [shellCache, pageCache, sharedCache];
  const names = await caches.keys();
  await Promise.all(names.filter((name) => !current.includes(name)).map((name) => caches.delete(name)));
  await clients.claim();
})()));

async function asset(request) {
  const cached = await caches.match(request);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok) {
    await (await caches.open(shellCache)).put(request, response.clone());
    const hash = hashIn(request.url);
    if (hash && hash !== newestHash) {
      newestHash = hash;
      await removeOldAssets(hash);
    }
  }
  return response;
}

let newestHash;
/** Removes the assets of other versions, and the stored pages that name them. */
async function removeOldAssets(hash) {
  const isOld = (path) => (hashIn(path) ?? hash) !== hash;
  const shell = await caches.open(shellCache);
  const old = (await shell.keys()).filter(({ url }) => isOld(url));
  if (!old.length) return;
  const pages = await caches.open(pageCache);
  for (const address of await pages.keys()) {
    const stored = await pages.match(address);
    if (isOld((await stored?.text()) ?? "")) await pages.delete(address);
  }
  await Promise.all(old.map((address) => shell.delete(address)));
  await installShell();
}

/** True if the answer is that of a request without a session. */
const isSignedOut = (response) =>
  response.status === 401 || (response.redirected && pathWithin(new URL(response.url)) === "/login");

/** Removes the pages above the limit. */
async function trim(pages) {
  const addresses = await pages.keys();
  const dated = addresses.filter(({ url }) => {
    const { pathname, search } = new URL(url);
    return search || pathname.slice(prefix.length + 1).includes("/");
  });
  await Promise.all(dated.slice(0, Math.max(0, addresses.length - pageLimit)).map((address) => pages.delete(address)));
}

const isKeptPage = (url) => keptPages.some((pattern) => pattern.test(pathWithin(url)));

async function page(request) {
  const url = new URL(request.url);
  for (const name of messageParameters) url.searchParams.delete(name);
  const isKept = isKeptPage(url);
  try {
    const response = await fetch(request);
    // A browser that was signed out elsewhere has no pages to read.
    if (isSignedOut(response) || (response.ok && pathWithin(url) === "/login")) await caches.delete(pageCache);
    // The answer to known tags is a part of a page.
    const isWhole = !request.headers.has("Dayline-Tags");
    if (isKept && isWhole && response.ok && !response.redirected && request.headers.get("Accept")?.includes("text/html")) {
      const pages = await caches.open(pageCache);
      await pages.put(url.href, response.clone());
      await trim(pages);
    }
    return response;
  } catch (error) {
    if (request.mode !== "navigate") throw error;
    return (await caches.match(url.href)) ?? (await caches.match(offlinePath)) ?? Response.error();
  }
}

/** Stores the page of an address, of which a script has read only the changed parts. */
async function copy(address) {
  if (!isKeptPage(new URL(address))) return;
  const response = await page(new Request(address, { headers: { Accept: "text/html" } })).catch(() => null);
  await response?.body?.cancel();
}

// A file from the share sheet of a phone. The request of the system has no token of a form, so that the server
// refuses it: the file waits for the import page, which sends it.

async function keepShared(request) {
  const file = (await request.formData()).get("file");
  const headers = { "X-Dayline-Name": encodeURIComponent(file.name), "X-Dayline-Modified": file.lastModified };
  await (await caches.open(sharedCache)).put(`${prefix}${sharedPath}`, new Response(file, { headers }));
  return Response.redirect(`${prefix}/import`, 303);
}

// The queue: IndexedDB records in the order of their identifiers.

function database() {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(databaseName, 1);
    request.onupgradeneeded = () => request.result.createObjectStore("changes", { keyPath: "id", autoIncrement: true });
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}
async function changes(mode, action) {
  const opened = await database();
  try {
    const store = opened.transaction("changes", mode).objectStore("changes");
    const request = action(store);
    return await new Promise((resolve, reject) => {
      request.onsuccess = () => { if (mode === "readonly") resolve(request.result); };
      request.transaction.oncomplete = () => resolve(request.result);
      request.transaction.onabort = () => reject(request.transaction.error);
    });
  } finally {
    opened.close();
  }
}
const listChanges = () => changes("readonly", (store) => store.getAll());

async function report(extra = {}) {
  const all = await listChanges();
  const shown = all.map(({ id, label, time, reason, path, body, profile, isForeign }) => {
    // The token of the form is not for the list.
    const { csrf, key, ...fields } = Object.fromEntries(new URLSearchParams(body));
    return { id, label, time, reason, path, fields, profile, isForeign };
  });
  for (const client of await clients.matchAll()) {
    client.postMessage({ waiting: shown.filter(({ reason }) => !reason).length, changes: shown, ...extra });
  }
}

/** Sends a change, or stores it if changes wait already or the server does not answer. */
async function change(request) {
  const label = decodeURIComponent(request.headers.get("X-Dayline-Queue"));
  const profile = decodeURIComponent(request.headers.get("X-Dayline-Profile") ?? "");
  const body = await request.clone().text();
  const hasWaiting = (await listChanges()).some(({ reason }) => !reason);
  if (hasWaiting) await sendAll();
  const stillWaits = hasWaiting && (await listChanges()).some(({ reason }) => !reason);
  if (!stillWaits) {
    try {
      return await fetch(request);
    } catch {
      // The connection failed: the idempotency key allows a second delivery.
    }
  }
  const { pathname } = new URL(request.url);
  await changes("readwrite", (store) => store.add({ path: pathname, body, label, profile, time: Date.now() }));
  await registration.sync?.register("changes").catch(() => {});
  await report();
  const count = (await listChanges()).filter(({ reason }) => !reason).length;
  return new Response(null, { status: 202, headers: { "X-Dayline-Waiting": String(count) } });
}

let sending = null;
function sendAll() {
  sending ??= sendInOrder().finally(() => { sending = null; });
  return sending;
}

/** Sends the waiting changes in order and stops at the first that the server does not answer. */
async function sendInOrder() {
  let sent = 0;
  let refused = 0;
  for (const waiting of await listChanges()) {
    if (waiting.reason) continue;
    let response;
    try {
      response = await fetch(waiting.path, {
        method: "POST",
        body: waiting.body,
        headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
        redirect: "manual",
      });
    } catch {
      break;
    }
    if (isSignedOut(response)) await caches.delete(pageCache);
    const isDone = response.type === "opaqueredirect" || response.ok;
    if (!isDone && (response.status >= 500 || [401, 408, 429].includes(response.status))) break;
    if (isDone) {
      await changes("readwrite", (store) => store.delete(waiting.id));
      sent += 1;
    } else {
      const { error } = await response.json().catch(() => ({}));
      const reason = [error?.message ?? `HTTP ${response.status}`, error?.hint].filter(Boolean).join(" ");
      // The token of the form is of an earlier login, or of another profile.
      const isForeign = response.status === 403;
      await changes("readwrite", (store) => store.put({ ...waiting, reason, isForeign }));
      refused += 1;
    }
  }
  await report(sent + refused ? { sent: sent + refused, refused } : {});
}

/** Sends a refused change again, with the form token of the present session of its profile. */
async function sendAgain({ id, profile, token }) {
  const refused = (await listChanges()).find((change) => change.id === id);
  if (!refused?.isForeign || refused.profile !== profile) return;
  const { reason, isForeign, ...waiting } = refused;
  const fields = new URLSearchParams(waiting.body);
  fields.set("csrf", token);
  await changes("readwrite", (store) => store.put({ ...waiting, body: String(fields) }));
  await sendAll();
}

/** Removes all data of the profile from this browser. */
async function erase() {
  await Promise.all([pageCache, sharedCache].map((name) => caches.delete(name)));
  await changes("readwrite", (store) => store.clear());
}

// Notifications. The token permits one answer, so that an answer needs no session.

addEventListener("push", (event) => {
  const { title, body, key, token, actions } = event.data.json();
  event.waitUntil(registration.showNotification(title, {
    body, actions, tag: key, data: { token }, icon: `${prefix}/assets/current/icon-192.png`,
  }));
});
async function answer(token, action) {
  const response = await fetch(`${prefix}/notification/${token}`, {
    method: "POST",
    body: `action=${action}`,
    headers: { "Content-Type": "application/x-www-form-urlencoded", Accept: "application/json" },
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
}
async function open() {
  const [known] = await clients.matchAll({ type: "window" });
  await (known ? known.focus() : clients.openWindow(`${prefix}/`));
}
addEventListener("notificationclick", (event) => {
  const { notification, action } = event;
  notification.close();
  if (!action) event.waitUntil(open());
  // Without a connection, the page of the notification is opened, which can be sent again.
  else event.waitUntil(answer(notification.data.token, action).catch(
    () => clients.openWindow(`${prefix}/notification/${notification.data.token}?action=${action}`)));
});

addEventListener("sync", (event) => { if (event.tag === "changes") event.waitUntil(sendAll()); });
addEventListener("message", (event) => event.waitUntil((async () => {
  const { data } = event;
  if (data.send) await sendAll();
  if (data.copy) await copy(data.copy);
  if (data.again) await sendAgain(data.again);
  if (data.discard !== undefined) await changes("readwrite", (store) => store.delete(data.discard));
  if (data.list || data.discard !== undefined) await report();
})()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin || pathWithin(url) === "/events") return;
  // Browsers end a worker that waits for minutes, such as for tables that are being written.
  if (pathWithin(url).startsWith("/export/")) return;
  if (request.method === "POST") {
    if (request.headers.has("X-Dayline-Queue")) event.respondWith(change(request));
    else if (pathWithin(url) === sharedPath) event.respondWith(keepShared(request));
    else if (pathWithin(url) === "/logout") event.waitUntil(erase());
    else if (pathWithin(url) === "/profile") event.waitUntil(caches.delete(pageCache));
  } else if (request.method === "GET") {
    if (pathWithin(url).startsWith("/assets/")) event.respondWith(asset(request));
    else if (request.mode === "navigate" || request.headers.get("X-Requested-With") === "dayline") event.respondWith(page(request));
  }
});
