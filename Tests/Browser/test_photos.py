"""Photos: adding, views, comparison, the trash, and files that are refused."""
import datetime
import os
import re
import stat
import struct
import subprocess
import tempfile
import zlib

from axe_playwright_python.sync_playwright import Axe

from layout import faults_in_modes
from world import BrowserTest, wait_until


def png(width, height, rows=None):
    """A PNG with red on the left half and blue on the right; `rows` limits the rows that it has."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    row = b"\0" + b"\xff\0\0" * (width // 2) + b"\0\0\xff" * (width - width // 2)
    data = zlib.compress(row * (height if rows is None else rows))
    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"eXIf", exif(6))
            + chunk(b"IDAT", data) + chunk(b"IEND", b""))


def exif(orientation):
    """EXIF data with an orientation, a camera and a place."""
    make = b"SecretCam\0"
    entries = [
        struct.pack(">HHII", 0x010F, 2, len(make), 50),
        struct.pack(">HHIHH", 0x0112, 3, 1, orientation, 0),
        struct.pack(">HHII", 0x8825, 4, 1, 60),
    ]
    place = struct.pack(">H", 1) + struct.pack(">HHI4s", 1, 2, 2, b"N\0\0\0") + struct.pack(">I", 0)
    head = b"MM\0*" + struct.pack(">I", 8) + struct.pack(">H", len(entries))
    return head + b"".join(entries) + struct.pack(">I", 0) + make + place


class PhotoTests(BrowserTest):
    @classmethod
    def browser_options(cls, system):
        return ["--use-fake-device-for-media-stream", "--use-fake-ui-for-media-stream"]

    @classmethod
    def seed(cls, system):
        system.run("activity", "add", "Face", "--type", "metric", "--measures", "photo",
                   "--views", "Front,Side")
        system.run("activity", "add", "Back", "--type", "metric", "--measures", "photo",
                   "--views", "Upper,Lower")
        system.run("activity", "add", "Plant", "--type", "metric", "--measures", "photo",
                   "--views", "Leaf", "--on", str(cls.today() - datetime.timedelta(30)))

    def file(self, name, content):
        folder = tempfile.mkdtemp(prefix="dl-photo-")
        path = os.path.join(folder, name)
        with open(path, "wb") as output:
            output.write(content)
        return path

    def add(self, page, path, view="Front", day=None):
        page.goto(self.address + "/photos")
        page.fill("#photo-view", view)
        page.fill("#photo-day", str(day or self.today()))
        page.set_input_files("#photo-file", path)
        page.click("#photo-add")

    def stored(self):
        """The paths of the stored files."""
        return [os.path.join(folder, name)
                for folder, _, names in os.walk(os.path.join(self.system.home, "photos"))
                for name in names]

    def test_a_photo_is_upright_without_metadata_and_private(self):
        page = self.open("/photos")
        self.add(page, self.file("front.png", png(40, 20)))
        image = page.locator("[data-fragment=photos] img").first
        image.wait_for()
        self.assertIn("Front of Face", image.get_attribute("alt"))
        image.locator("xpath=..").click()
        full = page.locator("figure.photo img")
        full.wait_for()
        self.assertEqual(
            full.evaluate("async (i) => { await i.decode(); return [i.naturalWidth, i.naturalHeight] }"),
            [20, 40])
        for path in self.stored():
            self.assertEqual(stat.S_IMODE(os.stat(path).st_mode), 0o600)
            with open(path, "rb") as content:
                data = content.read()
            self.assertNotIn(b"SecretCam", data)
            self.assertNotIn(b"eXIf", data)
            self.assertNotIn(b"Exif", data)

    def test_a_file_of_a_photo_is_no_document_of_the_site(self):
        page = self.open("/photos")
        self.add(page, self.file("policy.png", png(24, 24)))
        source = page.locator("[data-fragment=photos] img").first.get_attribute("src")
        answer = page.request.get(self.address + source)
        self.assertEqual(answer.headers["content-security-policy"], "sandbox; default-src 'none'")
        self.assertEqual(answer.headers["content-type"], "image/jpeg")
        self.assertEqual(answer.headers["x-content-type-options"], "nosniff")
        again = page.request.get(
            self.address + source, headers={"If-None-Match": answer.headers["etag"]})
        self.assertEqual(again.status, 304)
        stranger = self.browser.new_context()
        self.addCleanup(stranger.close)
        self.assertEqual(stranger.request.get(self.address + source).status, 401)
        whole = page.request.get(self.address + source).body()
        part = page.request.get(self.address + source, headers={"Range": "bytes=10-19"})
        self.assertEqual((part.status, part.body()), (206, whole[10:20]))
        self.assertEqual(part.headers["content-range"], f"bytes 10-19/{len(whole)}")
        beyond = page.request.get(self.address + source, headers={"Range": f"bytes={len(whole)}-"})
        self.assertEqual(beyond.status, 416)
        changed = page.request.get(self.address + source, headers={"Range": "bytes=10-19", "If-Range": '"x"'})
        self.assertEqual((changed.status, changed.body()), (200, whole))

    def test_a_refused_file_is_explained_and_nothing_is_stored(self):
        page = self.open("/photos")
        before = self.stored()
        for name, content, reason in [
            ("text.jpg", b"hello", "text.jpg is not a photo."),
            ("cut.png", png(400, 400)[:200], "cut.png is damaged or incomplete"),
            ("bomb.png", png(60000, 60000, rows=1), "bomb.png has 60000 × 60000 pixels"),
            ("large.jpg", b"\xff\xd8\xff" + bytes(65 << 20), "is larger than 64 MiB"),
        ]:
            with self.subTest(name):
                self.add(page, self.file(name, content), view="Side")
                page.locator(".note.bad").wait_for()
                self.assertIn(reason, page.locator(".note.bad").inner_text())
                self.assertEqual(page.locator("#photo-view").input_value(), "Side")
        self.assertEqual(self.stored(), before)
        # The browser logs the status of each refused form.
        self.faults = [fault for fault in self.faults if "status of" not in fault]

    def test_two_photos_are_compared_with_a_slider_and_without_scripts(self):
        page = self.open("/photos")
        day = self.today()
        self.add(page, self.file("a.png", png(60, 80)), view="Side", day=day)
        self.add(page, self.file("b.png", png(62, 80)), view="Front", day=day)
        first, second = [
            photo["id"] for photo in self.system.json("photo", "list")["photos"]][:2]
        path = f"/photos/compare?a={first}&b={second}".replace(":", "%3A")
        page.goto(self.address + path)
        slider = page.locator("#compare-slider")
        slider.wait_for()
        slider.fill("20")
        clip = page.locator("#compare figure:first-child img").evaluate(
            "(image) => getComputedStyle(image).clipPath")
        self.assertIn("80%", clip)
        plain = self.open(path, java_script_enabled=False)
        self.assertEqual(plain.locator("#compare figure img").count(), 2)
        self.assertFalse(plain.locator("#compare-slider").is_visible())

    def add_plants(self, count):
        """The path of the time lapse of Plant, with a photo on each of the last days."""
        for age in range(count):
            path = self.file("plant.png", png(40 + 2 * age, 60))
            self.system.run("photo", "add", path, "--activity", "Plant", "--view", "Leaf",
                            "--on", str(self.today() - datetime.timedelta(age)))
        photos = self.system.json("photo", "list", "--activity", "Plant")["photos"]
        self.assertGreaterEqual(len(photos), count)
        return f"/photos/time-lapse?activity={photos[0]['activityID']}&view=Leaf", len(photos)

    def test_a_time_lapse_plays_pauses_and_is_moved_by_keys(self):
        path, count = self.add_plants(4)
        page = self.open(path)
        number, play = page.locator("#time-lapse-number"), page.locator("#time-lapse-play")
        self.assertEqual(play.inner_text(), "Pause")
        play.click()
        self.assertEqual(play.inner_text(), "Play")
        page.locator("h1").click()
        page.locator("#time-lapse-place").evaluate(
            "(input) => { input.value = 1; input.dispatchEvent(new Event('input')); }")
        page.get_by_text(f"1 of {count}", exact=True).wait_for()
        first = page.locator("#time-lapse figure img").get_attribute("alt")
        page.keyboard.press("ArrowRight")
        page.get_by_text(f"2 of {count}", exact=True).wait_for()
        self.assertNotEqual(page.locator("#time-lapse figure img").get_attribute("alt"), first)
        self.assertIn(
            page.locator("#time-lapse-date").inner_text(),
            page.locator("#time-lapse figure img").get_attribute("alt"))
        page.locator("#time-lapse-speed").select_option("8")
        page.locator("h1").click()
        page.keyboard.press(" ")
        self.assertEqual(play.inner_text(), "Pause")
        page.get_by_text(f"{count} of {count}", exact=True).wait_for()
        wait_until(page, "() => document.getElementById('time-lapse-play').textContent === 'Play'")
        page.keyboard.press("ArrowRight")
        page.get_by_text(f"1 of {count}", exact=True).wait_for()
        self.assertEqual(number.inner_text(), f"1 of {count}")

    def test_a_time_lapse_waits_under_reduced_motion_and_has_links_without_scripts(self):
        path, count = self.add_plants(3)
        calm = self.open(path, reduced_motion="reduce")
        self.assertEqual(calm.locator("#time-lapse-play").inner_text(), "Play")
        calm.wait_for_timeout(1200)
        self.assertEqual(calm.locator("#time-lapse-number").inner_text(), f"1 of {count}")
        plain = self.open("/photos", java_script_enabled=False)
        plain.goto(self.address + path)
        self.assertFalse(plain.locator("#time-lapse-play").is_visible())
        plain.locator("#time-lapse-next").click()
        self.assertEqual(plain.locator("#time-lapse-number").inner_text(), f"2 of {count}")
        plain.locator("#time-lapse-previous").click()
        self.assertEqual(plain.locator("#time-lapse-number").inner_text(), f"1 of {count}")

    def test_no_page_of_photos_has_a_violation_or_is_too_wide(self):
        path, _ = self.add_plants(2)
        page = self.open("/photos", reduced_motion="reduce")
        first, second = [photo["id"].replace(":", "%3A") for photo in
                         self.system.json("photo", "list", "--activity", "Plant")["photos"][:2]]
        for path in ("/photos", path, f"/photos/{first}", f"/photos/compare?a={second}&b={first}"):
            page.goto(self.address + path)
            for scheme in ("light", "dark"):
                page.emulate_media(color_scheme=scheme)
                with self.subTest(path=path, scheme=scheme):
                    results = Axe().run(page)
                    self.assertEqual(results.violations_count, 0, results.generate_report())
            for mode, fault in faults_in_modes(page, (320, 390, 1280)):
                with self.subTest(path=path, mode=mode):
                    self.fail(fault)

    def open_camera(self, activity):
        page = self.open("/photos")
        page.locator("#photo-activity").select_option(label=activity)
        page.locator("#camera-open").click()
        wait_until(page, "() => document.getElementById('camera-video').videoWidth > 0")
        return page

    def test_the_camera_has_the_last_photo_at_30_percent_and_lines_at_the_thirds(self):
        page = self.open("/photos")
        self.add(page, self.file("guide.png", png(60, 80)), view="Front")
        page = self.open_camera("Face")
        guide, thirds = page.locator("#camera-guide"), page.locator("#camera-thirds")
        self.assertEqual(guide.evaluate("(image) => getComputedStyle(image).opacity"), "0.3")
        self.assertIn("Front of Face", guide.get_attribute("alt"))
        self.assertGreater(guide.evaluate("async (i) => { await i.decode(); return i.naturalWidth }"), 0)
        page.get_by_label("Show the last photo over it").uncheck()
        self.assertTrue(guide.is_hidden())
        self.assertTrue(thirds.is_hidden())
        page.get_by_label("Show lines at the thirds").check()
        frame, lines = page.locator("#camera-video").bounding_box(), thirds.bounding_box()
        for side in ("x", "y", "width"):
            self.assertAlmostEqual(frame[side], lines[side], delta=1)
        self.assertEqual(Axe().run(page).violations_count, 0)
        page.locator("#camera-take").click()
        page.locator("#camera").wait_for(state="hidden")
        page.locator("#photo-add").click()
        page.wait_for_url(re.compile("done=1|activity="))
        self.assertEqual(page.locator(".note.bad").count(), 0)

    def test_the_camera_takes_all_views_one_after_the_other(self):
        page = self.open_camera("Back")
        page.get_by_label("Take all views, one after the other").check()
        self.assertEqual(page.locator("#camera-view").inner_text(), "View 1 of 2: Upper")
        page.locator("#camera-take").click()
        page.get_by_text("View 2 of 2: Lower", exact=True).first.wait_for()
        page.locator("#camera-take").click()
        page.wait_for_url(re.compile("/photos\\?activity="))
        photos = self.system.json("photo", "list", "--activity", "Back")["photos"]
        self.assertEqual({photo["view"] for photo in photos}, {"Upper", "Lower"})
        self.assertEqual({photo["date"] for photo in photos}, {str(self.today())})

    def test_a_heic_is_stored_and_shown_as_a_jpeg(self):
        self.system.run("settings", "set", "photoFormat", "heic")
        self.addCleanup(self.system.run, "settings", "set", "photoFormat", "jpeg")
        source = self.system.json(
            "photo", "add", self.file("x.png", png(48, 32)), "--activity", "Plant", "--view", "Leaf")
        self.assertTrue(source["file"].endswith(".png"))
        jpeg = os.path.join(tempfile.mkdtemp(prefix="dl-photo-"), "x.jpg")
        subprocess.run(["vips", "copy", self.file("y.png", png(48, 32)), jpeg], check=True)
        photo = self.system.json("photo", "add", jpeg, "--activity", "Face", "--view", "Side")
        self.assertTrue(photo["file"].endswith(".heic"))
        page = self.open("/photos/" + photo["id"].replace(":", "%3A"))
        image = page.locator("figure.photo img")
        self.assertGreater(
            image.evaluate("async (image) => { await image.decode(); return image.naturalWidth }"), 0)
        self.assertTrue(page.locator("#photo-save").get_attribute("download").endswith(".heic"))
        saved = page.request.get(self.address + page.locator("#photo-save").get_attribute("href"))
        self.assertEqual(saved.headers["content-type"], "image/heic")
        self.assertEqual(saved.body()[4:12], b"ftypheic")

    def test_a_deleted_photo_returns_by_undo(self):
        page = self.open("/photos")
        self.add(page, self.file("gone.png", png(30, 44)))
        count = len(self.system.json("photo", "list")["photos"])
        page.locator("[data-fragment=photos] a").first.click()
        page.click("#photo-delete")
        page.wait_for_url(re.compile("/photos\\?activity="))
        self.assertEqual(len(self.system.json("photo", "list")["photos"]), count - 1)
        page.locator("#toast button").click()
        page.locator("#toast").get_by_text("Undone: ").wait_for()
        self.assertIn("/photos?activity=", page.url)
        self.assertEqual(len(self.system.json("photo", "list")["photos"]), count)

    def test_the_caption_and_the_day_of_a_photo_are_changed(self):
        path = self.file("caption.png", png(34, 40))
        day = str(self.today() - datetime.timedelta(20))
        photo = self.system.json("photo", "add", path, "--activity", "Plant", "--view", "Leaf", "--on", day)["id"]
        stored = lambda: next(
            (each for each in self.system.json("photo", "list")["photos"] if each["id"] == photo), None)
        page = self.open("/photos/" + photo.replace(":", "%3A"), java_script_enabled=False)
        page.locator("#photo-caption").fill("First leaf")
        page.locator("#photo-edit-save").click()
        self.assertEqual(stored()["note"], "First leaf")
        moved = str(self.today() - datetime.timedelta(21))
        page.locator("#photo-caption").fill("Second leaf")
        page.locator("#photo-day").fill(moved)
        self.system.run("entry", "edit", photo.rsplit(":", 1)[0], "--note", "Leaf of the terminal")
        page.locator("#photo-edit-save").click()
        page.get_by_role("cell", name="Leaf of the terminal", exact=True).wait_for()
        page.locator("#save-change").click()
        self.faults = [fault for fault in self.faults if "409" not in fault]
        self.assertEqual((stored()["note"], stored()["date"]), ("Second leaf", moved))
        page.locator("#toast button").click()
        self.assertEqual((stored()["note"], stored()["date"]), ("Leaf of the terminal", day))

    def test_a_photo_is_added_without_scripts(self):
        page = self.open("/photos", java_script_enabled=False)
        self.add(page, self.file("plain.png", png(28, 30)), view="Side")
        self.assertIn("done=1", page.url)
        self.assertGreater(page.locator("[data-fragment=photos] img").count(), 0)

    def test_the_command_saves_the_stored_bytes(self):
        path = self.file("cli.png", png(26, 30))
        added = self.system.json("photo", "add", path, "--activity", "Face", "--view", "Front")
        output = os.path.join(os.path.dirname(path), "saved.png")
        self.system.run("photo", "save", added["id"], "--output", output)
        with open(output, "rb") as saved, open(os.path.join(
                self.system.home, "photos", added["file"][:2], added["file"]), "rb") as stored:
            self.assertEqual(saved.read(), stored.read())
