// The time lapse of photos: the photos follow each other, oldest first, until the last one.

import { addKeys } from "./keys.js";
import { path } from "./paths.js";

const find = (name) => document.getElementById(`time-lapse-${name}`);
const image = document.querySelector("#time-lapse figure img");
const [play, place, speed] = [find("play"), find("place"), find("speed")];
const photos = [...document.querySelectorAll("#time-lapse-list [data-picture-path]")].map((link) => ({
  source: path(link.dataset.picturePath), description: link.dataset.description, date: link.textContent,
}));
let index = Number(place.value) - 1;
let timer = 0;
let wanted = index;

/** The picture of a photo, loaded before the picture is shown. */
function load(photo) {
  if (!photo.picture) {
    photo.picture = new Image();
    photo.picture.src = photo.source;
  }
  return photo.picture.decode();
}

async function show(next) {
  wanted = next;
  const photo = photos[next];
  // A photo that cannot be read is shown by its description.
  await load(photo).catch(() => {});
  if (wanted !== next) return;
  index = next;
  image.src = photo.source;
  image.alt = photo.description;
  find("date").textContent = photo.date;
  find("number").textContent = `${index + 1} of ${photos.length}`;
  place.value = index + 1;
  if (photos[index + 1]) load(photos[index + 1]).catch(() => {});
}

function pause() {
  clearTimeout(timer);
  timer = 0;
  play.textContent = play.dataset.play;
}

function wait() {
  timer = setTimeout(async () => {
    await show(index + 1);
    if (!timer) return;
    if (index + 1 < photos.length) wait();
    else pause();
  }, 1000 / Number(speed.value));
}

async function start() {
  play.textContent = play.dataset.pause;
  timer = -1;
  if (index + 1 === photos.length) await show(0);
  if (timer) wait();
}

function toggle() {
  if (timer) pause();
  else start();
}

/** Shows the photo some steps away; from an end the other end. */
function step(count) {
  pause();
  show((index + count + photos.length) % photos.length);
}

play.addEventListener("click", toggle);
place.addEventListener("input", () => {
  pause();
  show(Number(place.value) - 1);
});
for (const link of document.querySelectorAll("[data-step]")) {
  link.addEventListener("click", (event) => {
    event.preventDefault();
    step(Number(link.dataset.step));
  });
}
addKeys({
  ArrowLeft: () => step(-1),
  ArrowRight: () => step(1),
  " ": (event) => (event.target.closest("a, button, summary") ? false : toggle()),
});
if (photos.length > 1 && !matchMedia("(prefers-reduced-motion: reduce)").matches) start();
