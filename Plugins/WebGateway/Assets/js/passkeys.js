// Passkeys: sign in with one, and add one in the settings.

import { path } from "./paths.js";
import { text } from "./texts.js";

const message = document.getElementById("passkey-message");
const bytes = (encoded) =>
  Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const encoded = (buffer) =>
  btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** Posts fields; throws an error with the sentence of the server if they are refused. */
async function post(address, fields) {
  const response = await fetch(path(address), {
    method: "POST", body: new URLSearchParams(fields), headers: { Accept: "application/json" },
  });
  const answer = await response.json();
  if (!response.ok) throw new Error([answer.error?.message, answer.error?.hint].filter(Boolean).join(" "));
  return answer;
}

/** Runs a task of a control. A second click waits for the first. */
async function run(control, task) {
  if (control.getAttribute("aria-busy") === "true") return;
  control.setAttribute("aria-busy", "true");
  message.textContent = "";
  try {
    location.assign((await task()).location);
  } catch (error) {
    // The browser does not tell a cancelled dialog from a missing passkey.
    message.textContent = error instanceof DOMException ? text("passkey-cancelled") : error.message;
  } finally {
    control.removeAttribute("aria-busy");
  }
}

async function signIn() {
  const options = await post("/passkeys/login/options", {});
  options.challenge = bytes(options.challenge);
  const { id, response } = await navigator.credentials.get({ publicKey: options });
  return post("/passkeys/login", {
    id,
    clientData: encoded(response.clientDataJSON),
    authenticatorData: encoded(response.authenticatorData),
    signature: encoded(response.signature),
  });
}

async function add(form) {
  const fields = Object.fromEntries(new FormData(form));
  const options = await post("/passkeys/options", fields);
  options.challenge = bytes(options.challenge);
  options.user.id = bytes(options.user.id);
  for (const known of options.excludeCredentials) known.id = bytes(known.id);
  const { response } = await navigator.credentials.create({ publicKey: options });
  return post("/passkeys", {
    ...fields,
    clientData: encoded(response.clientDataJSON),
    attestation: encoded(response.attestationObject),
  });
}

if (globalThis.PublicKeyCredential) {
  const login = document.getElementById("passkey-login");
  if (login) {
    login.hidden = false;
    document.getElementById("passkey-missing").hidden = true;
    login.addEventListener("click", () => run(login, signIn));
  }
  const show = () => {
    const form = document.getElementById("passkey-new");
    if (form) form.hidden = false;
  };
  show();
  document.addEventListener("dayline:updated", show);
  addEventListener("submit", (event) => {
    if (event.target.id !== "passkey-new") return;
    event.preventDefault();
    run(event.target, () => add(event.target));
  });
}
