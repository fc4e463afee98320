// Paths of the server, which may be below a path of a proxy.

const prefix = document.documentElement.dataset.prefix ?? "";

/** The path with the prefix of the web app, such as /dayline/events for /events. */
export const path = (suffix) => prefix + suffix;
