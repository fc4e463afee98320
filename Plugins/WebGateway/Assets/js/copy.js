// Buttons that copy the text of a field: <button data-copy="ID">.

import { announce, text } from "./texts.js";

/** Copies the text of a field. Without the clipboard, such as on a page without TLS, the text is selected. */
async function copy(field) {
  try {
    await navigator.clipboard.writeText(field.value);
    return text("copied");
  } catch {
    field.focus();
    field.select();
    return text("copy-selected");
  }
}

addEventListener("click", async (event) => {
  const field = document.getElementById(event.target.closest?.("[data-copy]")?.dataset.copy);
  if (!field) return;
  const sentence = await copy(field);
  document.getElementById(`${field.id}-state`).textContent = sentence;
  announce(sentence);
});
