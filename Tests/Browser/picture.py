"""Writes docs/today.png: Today in the web app, with some activities and entries."""
import os

from playwright.sync_api import sync_playwright

from world import CHROMIUM, ROOT, System

ACTIVITIES = (
    ("Water", "--type", "cumulative", "--unit", "ml", "--target", "2000", "--color", "#32ADE6"),
    ("Floss", "--daily"), ("Read", "--daily", "--color", "#5856D6"),
    ("Stretch", "--daily", "--color", "#34C759"), ("Run", "--weekly", "mon,wed,sat", "--carry-forward"))


def main():
    system = System()
    try:
        for name, *options in ACTIVITIES:
            system.run("activity", "add", name, *options)
        system.run("log", "Water", "1250")
        system.run("log", "Stretch")
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
            page = browser.new_page(viewport={"width": 1280, "height": 760})
            page.goto(system.link())
            page.get_by_role("button", name="Sign in on this browser").click()
            page.locator("#status", has_text="Live").wait_for()
            page.screenshot(path=os.path.join(ROOT, "docs", "today.png"))
            browser.close()
    finally:
        system.close()


if __name__ == "__main__":
    main()
