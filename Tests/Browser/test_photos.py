"""Photos: adding, views, comparison, the trash, and files that are refused."""
import os
import re
import stat
import struct
import tempfile
import zlib

from world import BrowserTest


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
    def seed(cls, system):
        system.run("activity", "add", "Face", "--type", "metric", "--measures", "photo",
                   "--views", "Front,Side")

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

    def test_a_deleted_photo_returns_by_undo(self):
        page = self.open("/photos")
        self.add(page, self.file("gone.png", png(30, 44)))
        count = len(self.system.json("photo", "list")["photos"])
        page.locator("[data-fragment=photos] a").first.click()
        page.click("#photo-delete")
        page.wait_for_url(re.compile("/photos\\?activity="))
        self.assertEqual(len(self.system.json("photo", "list")["photos"]), count - 1)
        page.locator("#toast button").click()
        page.wait_for_url("**/?undone=1")
        self.assertEqual(len(self.system.json("photo", "list")["photos"]), count)

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
