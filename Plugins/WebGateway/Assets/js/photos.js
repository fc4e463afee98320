// Photos: the slider of a comparison, and the camera with the last photo and lines as guides.

import { announce } from "./texts.js";

const slider = document.getElementById("compare-slider");
if (slider) {
  const area = document.getElementById("compare");
  const move = () => area.style.setProperty("--split", `${slider.value}%`);
  area.classList.add("over");
  slider.hidden = false;
  slider.addEventListener("input", move);
  move();
}

const open = document.getElementById("camera-open");
if (open && navigator.mediaDevices?.getUserMedia) {
  const find = (id) => document.getElementById(id);
  const [area, video, guide] = [find("camera"), find("camera-video"), find("camera-guide")];
  const [field, activity, view] = [find("photo-file"), find("photo-activity"), find("photo-view")];
  const [ghost, sequence, title] = [find("camera-ghost"), find("camera-sequence"), find("camera-view")];
  const texts = find("camera-guides").content;
  const guides = [...texts.querySelectorAll("a")];
  const sentence = (name, values = {}) => texts.querySelector(`[data-text=${name}]`).textContent
    .replace(/\{(\w+)\}/g, (_, key) => values[key]);
  let stream = null;
  let isSending = false;

  const ofActivity = () => guides.filter(({ dataset }) => dataset.activity === activity.value);
  const views = () => ofActivity().map(({ dataset }) => dataset.view);
  const currentView = () => view.value || views()[0] || "";

  /** Shows the last photo of the chosen view, and the place of the view in a sequence. */
  function showGuides() {
    const found = ofActivity().find(({ dataset }) => dataset.view === currentView());
    const source = found?.getAttribute("href");
    if (source) guide.src = source;
    guide.alt = source ? found.textContent : "";
    guide.hidden = !source || !ghost.checked;
    find("camera-thirds").toggleAttribute("hidden", !find("camera-lines").checked);
    sequence.closest("label").hidden = views().length < 2;
    const number = views().indexOf(currentView()) + 1;
    title.textContent = sequence.checked && number
      ? sentence("view", { n: number, all: views().length, view: currentView() }) : currentView();
  }

  function close() {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    area.hidden = true;
    open.hidden = false;
  }

  /** The picture of the camera as a file. */
  async function picture() {
    const canvas = document.createElement("canvas");
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext("2d").drawImage(video, 0, 0);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", 0.95));
    const files = new DataTransfer();
    files.items.add(new File([blob], "camera.jpg", { type: "image/jpeg" }));
    return files.files;
  }

  /** Sends the photo of a view and goes on to the next; after the last view the photos are shown. */
  async function send() {
    const order = views();
    const next = order[order.indexOf(currentView()) + 1];
    view.value = currentView();
    const response = await fetch(field.form.action, { method: "POST", body: new FormData(field.form) });
    if (!response.ok) throw new Error(response.status);
    field.value = "";
    if (next === undefined) {
      close();
      location.assign(response.url);
    } else {
      view.value = next;
      showGuides();
      announce(title.textContent);
    }
  }

  async function take() {
    if (isSending || !video.videoWidth) return;
    field.files = await picture();
    if (!sequence.checked || !views().includes(currentView())) {
      close();
      find("photo-add").focus();
      return;
    }
    isSending = true;
    try {
      await send();
    } catch {
      title.textContent = sentence("failed");
      announce(title.textContent);
    } finally {
      isSending = false;
    }
  }

  open.hidden = false;
  open.addEventListener("click", async () => {
    try {
      stream = await navigator.mediaDevices.getUserMedia({
        video: { facingMode: "environment", width: { ideal: 3840 }, height: { ideal: 2160 } },
      });
    } catch {
      open.hidden = true; // No camera, or it may not be used: the file field remains.
      return;
    }
    video.srcObject = stream;
    area.hidden = false;
    open.hidden = true;
    showGuides();
  });
  for (const control of [activity, view, ghost, sequence, find("camera-lines")]) {
    control.addEventListener("change", showGuides);
  }
  find("camera-close").addEventListener("click", close);
  find("camera-take").addEventListener("click", take);
  addEventListener("pagehide", close);
}
