"""The contrast of the colours of the style sheet, by WCAG 2.2."""
import itertools
import os
import re
import unittest

from world import ROOT

STYLE_SHEET = os.path.join(ROOT, "Plugins", "WebGateway", "Assets", "dayline.css")
GROUNDS = ("ground", "surface", "sunken", "plain-ground", "warn-ground", "bad-ground")
TEXTS = ("ink", "soft", "green-text", "orange-text", "red-text")
BORDERS = ("edge", "focus")


def luminance(color):
    channels = [int(color[at:at + 2], 16) / 255 for at in (1, 3, 5)]
    red, green, blue = (
        value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4 for value in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(first, second):
    high, low = sorted((luminance(first), luminance(second)), reverse=True)
    return (high + 0.05) / (low + 0.05)


class ContrastTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        with open(STYLE_SHEET, encoding="utf-8") as file:
            tokens = re.findall(r"--([\w-]+): light-dark\((#\w{6}), (#\w{6})\);", file.read())
        cls.schemes = {
            "light": {name: light for name, light, _ in tokens},
            "dark": {name: dark for name, _, dark in tokens}}

    def assert_contrast(self, names, grounds, least):
        for (scheme, colors), name, ground in itertools.product(self.schemes.items(), names, grounds):
            with self.subTest(scheme=scheme, name=name, ground=ground):
                self.assertGreaterEqual(contrast(colors[name], colors[ground]), least)

    def test_contrast_of_black_and_white(self):
        self.assertEqual(contrast("#000000", "#ffffff"), 21)

    def test_texts_are_readable_on_every_ground(self):
        self.assert_contrast(TEXTS, GROUNDS, 4.5)

    def test_borders_of_controls_and_the_focus_are_visible(self):
        self.assert_contrast(BORDERS, GROUNDS[:3], 3)

    def test_texts_on_ink_are_readable(self):
        self.assert_contrast(("surface",), ("ink",), 4.5)


if __name__ == "__main__":
    unittest.main()
