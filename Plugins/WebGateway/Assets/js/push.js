// Notifications on this browser: its push service issues a subscription, which the form sends.

import { text } from "./texts.js";

const form = document.getElementById("push-new");
const message = document.getElementById("push-message");
const bytes = (encoded) =>
  Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const encoded = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** A subscription with the key of this system; one with another key is replaced. */
async function subscription() {
  const { pushManager } = await navigator.serviceWorker.ready;
  const applicationServerKey = bytes(form.dataset.pushKey);
  const known = await pushManager.getSubscription();
  if (known && encoded(known.options.applicationServerKey ?? []) !== form.dataset.pushKey) await known.unsubscribe();
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey });
}

async function add() {
  message.textContent = "";
  if (await Notification.requestPermission() !== "granted") {
    message.textContent = text("push-denied");
    return;
  }
  try {
    const created = await subscription();
    form.elements.endpoint.value = created.endpoint;
    form.elements.publicKey.value = encoded(created.getKey("p256dh"));
    form.elements.secret.value = encoded(created.getKey("auth"));
    form.submit();
  } catch (error) {
    message.textContent = text("push-failed", { reason: error.message });
  }
}

if (form && navigator.serviceWorker && globalThis.PushManager && globalThis.Notification) {
  form.hidden = false;
  document.getElementById("push-missing").hidden = true;
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    add();
  });
}
