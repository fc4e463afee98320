// Files dropped anywhere on the page, progress of the upload, and each quarter of a running import.

import { announce, text } from "./texts.js";

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

/** Sends the file with XMLHttpRequest, which reports the progress of uploads. */
form?.addEventListener("submit", (event) => {
  const file = field.files[0];
  const area = form.querySelector("[data-upload]");
  if (!file || !area) return;
  event.preventDefault();
  const bar = area.querySelector("progress");
  const line = area.querySelector("p");
  const request = new XMLHttpRequest();
  request.open("POST", form.getAttribute("action"));
  request.setRequestHeader("Accept", "text/html");
  request.upload.onprogress = ({ loaded, total }) => {
    area.hidden = false;
    bar.max = total;
    bar.value = loaded;
    line.textContent = text("sending", { name: file.name, n: Math.floor((100 * loaded) / total) });
  };
  request.onload = () => location.assign(request.responseURL || location.href);
  request.onerror = () => {
    area.hidden = false;
    line.textContent = text("failed");
    announce(text("failed"));
  };
  request.send(new FormData(form));
});

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
