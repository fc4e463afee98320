// The list of changes that wait in the service worker.

import { clock, words } from "./locale.js";

const list = document.getElementById("waiting");
const template = document.getElementById("waiting-row");
const send = (message) => navigator.serviceWorker?.controller?.postMessage(message);
const time = new Intl.DateTimeFormat(words, { dateStyle: "medium", ...clock });

document.addEventListener("dayline:waiting", ({ detail: changes }) => {
  document.getElementById("waiting-count").textContent = changes.length;
  document.getElementById("waiting-none").hidden = changes.length > 0;
  list.replaceChildren(...changes.map((change) => {
    const row = template.content.cloneNode(true);
    const slot = (name) => row.querySelector(`[data-slot=${name}]`);
    slot("label").textContent = change.label;
    slot("time").textContent = time.format(change.time);
    slot("reason").textContent = change.reason ?? "";
    row.querySelector("button").addEventListener("click", () => send({ discard: change.id }));
    return row;
  }));
});
document.getElementById("send")?.addEventListener("click", () => send({ send: true }));
send({ list: true });
