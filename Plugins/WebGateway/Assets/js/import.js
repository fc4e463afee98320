// Files dropped anywhere on the page, progress of the upload, and each quarter of a running import.

import { path } from "./paths.js";
import { announce, text } from "./texts.js";
import { upload } from "./upload.js";

const form = document.querySelector("form.drop-zone");
const field = form?.querySelector("[type=file]");
const root = document.documentElement;
let depth = 0;

const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
function setDropping(change) {
  depth = Math.max(0, change === 0 ? 0 : depth + change);
  root.classList.toggle("dropping", depth > 0);
}
addEventListener("dragenter", (event) => { if (field && hasFiles(event)) setDropping(1); });
addEventListener("dragleave", (event) => { if (field && hasFiles(event)) setDropping(-1); });
addEventListener("dragover", (event) => { if (field && hasFiles(event)) event.preventDefault(); });
addEventListener("drop", (event) => {
  if (!field || !hasFiles(event)) return;
  event.preventDefault();
  setDropping(0);
  field.files = event.dataTransfer.files;
  form.requestSubmit();
});

/**
 * Sends the file in parts, then starts its import with the options of the form.
 * @param onEnd called after the file was sent, or refused.
 */
async function send(file, onEnd = () => {}) {
  const area = form.querySelector("[data-upload]");
  const bar = area.querySelector("progress");
  const line = area.querySelector("p");
  const fields = new URLSearchParams([...new FormData(form)].filter(([, value]) => typeof value === "string"));
  area.hidden = false;
  form.setAttribute("aria-busy", "true");
  try {
    const handle = await upload(file, fields.get("csrf"), (sent) => {
      bar.max = file.size || 1;
      bar.value = sent;
      line.textContent = text("sending", { name: file.name, n: Math.floor((100 * sent) / (file.size || 1)) });
    });
    await onEnd();
    fields.set("upload", handle);
    fields.set("name", file.name);
    const response = await fetch(path("/import/start"), { method: "POST", body: fields, headers: { Accept: "application/json" } });
    if (response.redirected) return location.assign(response.url);
    const { error } = await response.json();
    throw new Error([error?.message, error?.hint].filter(Boolean).join(" "));
  } catch (error) {
    await onEnd();
    line.textContent = error.message || text("failed");
    announce(line.textContent);
  } finally {
    form.removeAttribute("aria-busy");
  }
}
form?.addEventListener("submit", (event) => {
  const file = field.files[0];
  if (!file) return;
  event.preventDefault();
  if (form.getAttribute("aria-busy") !== "true") send(file);
});

/**
 * Asks for the file that the service worker keeps after it was shared with the app, and sends it. Without the
 * question, a page of another origin could import a file: its request looks like that of the share sheet.
 */
async function sendShared() {
  const stored = await globalThis.caches?.match(path("/import/shared"));
  if (!stored) return;
  const name = decodeURIComponent(stored.headers.get("X-Dayline-Name"));
  if (!confirm(`${document.getElementById("import-start").textContent} ${name}?`)) {
    await caches.delete("shared-1");
    return;
  }
  const file = new File([await stored.blob()], name, { lastModified: Number(stored.headers.get("X-Dayline-Modified")) });
  await send(file, () => caches.delete("shared-1"));
}
if (form) sendShared();

let quarter = null;
function announceQuarter() {
  const bar = document.querySelector("progress[data-import]");
  if (!bar) return;
  const next = Math.floor(bar.position * 4);
  if (quarter !== null && next > quarter) announce(text("progress", { n: next * 25 }));
  quarter = next;
}
announceQuarter();
document.addEventListener("dayline:updated", announceQuarter);
