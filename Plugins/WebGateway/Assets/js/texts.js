// The sentences of the modules, in the language of the page: <template id="texts">.

const all = document.getElementById("texts")?.content;

/** The sentence of a name with its {values}; an empty string if the page does not have it. */
export function text(name, values = {}) {
  const sentence = all?.querySelector(`[data-text="${name}"]`)?.textContent ?? "";
  return sentence.replace(/\{(\w+)\}/g, (_, key) => values[key] ?? "");
}

const announcer = document.getElementById("announcer");

/** Reports a sentence to screen readers. */
export function announce(sentence) {
  if (!announcer || !sentence) return;
  announcer.textContent = "";
  setTimeout(() => { announcer.textContent = sentence; }, 30);
}
