// The conventions of the reader, which the server also formats with. Words are English.

const { lang, dataset } = document.documentElement;

/** The language of days, in the order of the reader. */
export const words = lang || "en";

/** The language of numbers. */
export const numbers = dataset.numbers || words;

/** The options of times. */
export const clock = { timeStyle: "short", hourCycle: dataset.clock === "12" ? "h12" : "h23" };
