// The list of changes that wait in the service worker.

import { parse } from "./fragments.js";
import { clock, words } from "./locale.js";
import { path } from "./paths.js";

const list = document.getElementById("waiting");
const template = document.getElementById("waiting-row");
const send = (message) => navigator.serviceWorker?.controller?.postMessage(message);
const time = new Intl.DateTimeFormat(words, { dateStyle: "medium", ...clock });

let session = null;

/** The profile and the form token of the present session; null without a session or a connection. */
async function readSession() {
  const response = await fetch(path("/"), { headers: { Accept: "text/html" } });
  const page = await parse(await response.text());
  const profile = page.getElementById("main")?.dataset.profile;
  const token = page.querySelector("[name=csrf]")?.value;
  return response.ok && profile && token ? { profile, token } : null;
}

/** Shows the buttons of the changes that the present session can send. */
async function offerAgain(rows) {
  if (!rows.length) return;
  session ??= await readSession().catch(() => null);
  for (const [row, change] of rows) {
    const button = row.querySelector("[data-slot=again]");
    button.hidden = change.profile !== session?.profile;
    button.addEventListener("click", () => send({ again: { id: change.id, ...session } }));
  }
}

document.addEventListener("dayline:waiting", ({ detail: changes }) => {
  document.getElementById("waiting-count").textContent = changes.length;
  document.getElementById("waiting-none").hidden = changes.length > 0;
  const refused = [];
  list.replaceChildren(...changes.map((change) => {
    const row = template.content.firstElementChild.cloneNode(true);
    const slot = (name) => row.querySelector(`[data-slot=${name}]`);
    slot("label").textContent = change.label;
    slot("time").textContent = time.format(change.time);
    slot("reason").textContent = change.reason ?? "";
    slot("discard").addEventListener("click", () => send({ discard: change.id }));
    if (change.isForeign) refused.push([row, change]);
    return row;
  }));
  offerAgain(refused);
});
document.getElementById("send")?.addEventListener("click", () => send({ send: true }));
send({ list: true });
