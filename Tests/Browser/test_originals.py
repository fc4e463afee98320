"""The stored file of an import: the link of its report, ranges, and who may read it."""
import os
import random
import tempfile
import unittest
import urllib.error
import urllib.request

from world import BrowserTest

#: Larger than a piece of a stored file, so that a range crosses two of them.
PADDING = 1_500_000


class OriginalTests(BrowserTest):
    @classmethod
    def seed(cls, system):
        cls.tokens = {scope: system.json("token", "new", scope, "--scope", scope)["token"]
                      for scope in ("read", "push")}
        system.run("settings", "set", "originals", "on")
        letters = "".join(random.Random(1).choices("abcdefghij", k=PADDING))
        cls.content = (
            '<?xml version="1.0" encoding="UTF-8"?>\n<HealthData locale="en_US">\n'
            f'<!-- {letters} -->\n'
            '<Record type="HKQuantityTypeIdentifierStepCount" sourceName="Phone" unit="count" '
            'startDate="2026-01-05 08:00:00 +0000" endDate="2026-01-05 08:10:00 +0000" value="120"/>\n'
            '</HealthData>\n').encode()
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "my export, ä.xml")
            with open(path, "wb") as file:
                file.write(cls.content)
            cls.report = system.json("import", path)
        cls.path = f"/import/{cls.report['id']}/file"

    def request(self, headers=None, token="read"):
        """(status, headers, body) of a request for the file."""
        headers = dict(headers or {})
        if token:
            headers["Authorization"] = "Bearer " + self.tokens[token]
        request = urllib.request.Request(self.system.address + self.path, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=60) as response:
                return response.status, response.headers, response.read()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read()

    def test_the_file_is_sent_whole_and_in_parts(self):
        status, headers, body = self.request()
        self.assertEqual((status, body == self.content), (200, True))
        self.assertEqual(headers["Content-Length"], str(len(self.content)))
        self.assertEqual(headers["Content-Disposition"],
                         "attachment; filename*=UTF-8''my%20export%2C%20%C3%A4.xml")
        tag = headers["ETag"]
        middle = 1 << 20
        for start, end in ((0, 9), (middle - 5, middle + 5), (len(self.content) - 7, len(self.content) - 1)):
            status, headers, body = self.request({"Range": f"bytes={start}-{end}", "If-Range": tag})
            self.assertEqual((status, body), (206, self.content[start:end + 1]))
            self.assertEqual(headers["Content-Range"], f"bytes {start}-{end}/{len(self.content)}")
        status, _, body = self.request({"Range": "bytes=5-9", "If-Range": '"other"'})
        self.assertEqual((status, body == self.content), (200, True))
        status, headers, _ = self.request({"Range": f"bytes={len(self.content)}-"})
        self.assertEqual((status, headers["Content-Range"]), (416, f"bytes */{len(self.content)}"))
        self.assertEqual(self.request({"If-None-Match": tag})[0], 304)

    def test_other_callers_learn_nothing(self):
        self.assertEqual(self.request(token=None)[0], 401)
        self.assertEqual(self.request(token="push")[0], 403)
        self.assertEqual(self.request({"Authorization": "Bearer x"}, token=None)[0], 401)

    def test_the_report_links_to_the_file(self):
        page = self.open(f"/import/{self.report['id']}")
        self.assertIn("MB", page.inner_text("#import-file"))
        with page.expect_download() as download:
            page.click("#import-file")
        self.assertEqual(download.value.suggested_filename, "my export, ä.xml")
        with open(download.value.path(), "rb") as file:
            self.assertEqual(file.read(), self.content)


if __name__ == "__main__":
    unittest.main()
