// A file in parts: a broken upload continues where it was interrupted, also after a reload of the page.

import { path } from "./paths.js";

const partBytes = 4 << 20;
const attempts = 8;
const greatestDelayMilliseconds = 15000;

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));
const keyOf = (file) => `upload:${file.name}:${file.size}:${file.lastModified}`;
const headers = { Accept: "application/json" };

/** A failure that another attempt does not mend, with the sentence of the server. */
class Refusal extends Error {}

async function answer(response) {
  if (response.ok) return response.json();
  const { error } = await response.json().catch(() => ({}));
  const sentence = [error?.message, error?.hint].filter(Boolean).join(" ");
  throw response.status >= 500 || response.status === 409 || !error ? new Error(sentence) : new Refusal(sentence);
}

/** The upload of a file that was begun before; null if there is none. */
async function known(key) {
  const id = localStorage.getItem(key);
  if (!id) return null;
  const response = await fetch(path(`/import/uploads/${encodeURIComponent(id)}`), { headers });
  if (response.status === 404) return null;
  return answer(response);
}

async function begin(file, token) {
  const body = new URLSearchParams({ csrf: token, name: file.name, bytes: file.size });
  return answer(await fetch(path("/import/uploads"), { method: "POST", body, headers }));
}

/** Sends one part with XMLHttpRequest, which reports the progress of uploads. */
function sendPart(address, part, token, onBytes) {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open("POST", address);
    request.setRequestHeader("Accept", "application/json");
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.setRequestHeader("X-Dayline-Form", token);
    request.upload.onprogress = ({ loaded }) => onBytes(loaded);
    request.onload = () => resolve(answer(new Response(request.responseText, { status: request.status })));
    request.onerror = () => reject(new Error());
    request.send(part);
  });
}

/**
 * Uploads a file.
 * @param onBytes receives the number of sent bytes.
 * @returns the handle of the upload.
 */
export async function upload(file, token, onBytes) {
  const key = keyOf(file);
  let state = null;
  for (let failures = 0; ;) {
    try {
      state ??= (await known(key)) ?? (await begin(file, token));
      localStorage.setItem(key, state.upload);
      onBytes(state.bytes);
      if (state.bytes >= file.size) {
        localStorage.removeItem(key);
        return state.upload;
      }
      const from = state.bytes;
      const address = path(`/import/uploads/${encodeURIComponent(state.upload)}?offset=${from}`);
      state = await sendPart(address, file.slice(from, from + partBytes), token, (sent) => onBytes(from + sent));
      failures = 0;
    } catch (error) {
      failures += 1;
      state = null;
      if (error instanceof Refusal || failures >= attempts) throw error;
      await pause(Math.min(greatestDelayMilliseconds, 250 * 2 ** failures));
    }
  }
}
