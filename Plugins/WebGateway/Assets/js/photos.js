// Photos: the slider of a comparison, and the camera with the last photo as a guide.

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
  const area = document.getElementById("camera");
  const video = document.getElementById("camera-video");
  const ghost = area.querySelector(".ghost");
  const field = document.getElementById("photo-file");
  let stream = null;

  const close = () => {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
    area.hidden = true;
    open.hidden = false;
  };
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
  });
  document.getElementById("camera-close").addEventListener("click", close);
  document.getElementById("camera-ghost")?.addEventListener("change", (event) => {
    ghost.hidden = !event.target.checked;
  });
  document.getElementById("camera-take").addEventListener("click", () => {
    const canvas = document.createElement("canvas");
    canvas.width = video.videoWidth;
    canvas.height = video.videoHeight;
    canvas.getContext("2d").drawImage(video, 0, 0);
    canvas.toBlob((blob) => {
      if (!blob) return;
      const files = new DataTransfer();
      files.items.add(new File([blob], "camera.jpg", { type: "image/jpeg" }));
      field.files = files.files;
      close();
      document.getElementById("photo-add").focus();
    }, "image/jpeg", 0.95);
  });
  addEventListener("pagehide", close);
}
