"""Measures pages in headless Chromium with a slow processor. Prints JSON.

usage: paint.py < TASK, in the Python of the browser tests

TASK is {"link": login link or null, "rounds": N, "pages": [{"name", "address", "steps"}]}. `steps` is the
name of the interactions of a page, or null. A page is loaded in a new context with an empty cache.
"""
import json
import statistics
import sys
import tempfile

from playwright.sync_api import sync_playwright

SLOWNESS = 4  # the processor of the page has this share of its speed
CHROMIUM = "/usr/bin/chromium"
LONG_TASK = 50  # milliseconds
OBSERVER = """
    globalThis.benchEvents = [];
    new PerformanceObserver((list) => {
        for (const entry of list.getEntries()) {
            if (entry.interactionId) benchEvents.push([entry.name, entry.duration]);
        }
    }).observe({ type: "event", durationThreshold: 16, buffered: true });
"""


def page_strip(page):
    """Pages a chart of days to and fro by its buttons and keys, and selects days."""
    slider = page.locator("section.strip").first.get_by_role("slider")
    slider.scroll_into_view_if_needed()
    slider.focus()
    for key in ["ArrowLeft"] * 3 + ["PageDown"] * 6 + ["PageUp"] * 3 + ["Home", "End", "t"]:
        slider.press(key)
        page.wait_for_timeout(120)
    for _ in range(3):
        page.locator("section.strip [data-days]").first.click()
        page.wait_for_timeout(400)


def scroll_strip(page):
    """Scrolls a chart far into the past, which loads pages of days."""
    strip = page.locator("section.strip .strip-scroll").first
    strip.scroll_into_view_if_needed()
    box = strip.bounding_box()
    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    for _ in range(40):
        page.mouse.wheel(-120, 0)
        page.wait_for_timeout(50)


def change_items(page):
    """Moves the focus, completes items, and opens the skip dialog, on Today."""
    for key in ("j", "j", "k", "?", "Escape"):
        page.keyboard.press(key)
        page.wait_for_timeout(150)
    checks = page.locator("button.check[aria-pressed=false]")
    for _ in range(min(3, checks.count())):
        checks.first.click()
        page.wait_for_timeout(500)
        if page.locator("dialog:popover-open").count():
            page.keyboard.press("Escape")
    page.locator("[data-skip]").first.click()
    page.wait_for_timeout(200)
    page.keyboard.press("Escape")
    page.wait_for_timeout(200)


def change_interval(page):
    """Selects buckets of a trend by keys, and folds its table."""
    slider = page.locator("[data-picture] [role=slider], [data-picture][tabindex]").first
    slider.focus()
    for key in ["ArrowLeft"] * 4 + ["Home", "End"]:
        page.keyboard.press(key)
        page.wait_for_timeout(120)
    page.locator("#trend-table summary").click()
    page.wait_for_timeout(200)


STEPS = {"today": [change_items], "health": [page_strip, scroll_strip], "trend": [change_interval]}


def long_tasks(path):
    """The processor times of tasks of the main thread of pages in a trace, in milliseconds, the longest first.

    Other programs do not lengthen them; the simulation of a slow processor does.
    """
    with open(path, encoding="utf-8") as file:
        events = json.load(file)["traceEvents"]
    threads = {
        (event["pid"], event["tid"]) for event in events
        if event.get("name") == "thread_name" and event["args"].get("name") == "CrRendererMain"}
    return sorted((
        event.get("tdur", event["dur"]) / 1000 for event in events
        if event.get("ph") == "X" and event["name"] == "RunTask"
        and (event["pid"], event["tid"]) in threads), reverse=True)


def slow(context, page):
    session = context.new_cdp_session(page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWNESS})
    return session


def load(browser, state, address):
    """(first contentful paint in ms, bytes of all answers) of a first visit."""
    context = browser.new_context(storage_state=state, locale="en-GB", service_workers="block")
    page = context.new_page()
    session = slow(context, page)
    session.send("Network.enable")
    sizes = []
    session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    page.goto(address, wait_until="load")
    page.wait_for_timeout(300)
    paint = page.evaluate("performance.getEntriesByName('first-contentful-paint')[0]?.startTime")
    context.close()
    return paint, sum(sizes)


def interact(browser, state, address, steps):
    """(the longest time from an interaction to its next paint and its kind, tasks of a trace) in ms."""
    context = browser.new_context(
        storage_state=state, locale="en-GB", viewport={"width": 1280, "height": 900}, service_workers="block")
    page = context.new_page()
    page.add_init_script(OBSERVER)
    page.goto(address, wait_until="load")
    slow(context, page)
    page.wait_for_timeout(1500)
    with tempfile.NamedTemporaryFile(suffix=".json") as trace:
        browser.start_tracing(page=page, path=trace.name, categories=["toplevel", "devtools.timeline",
                                                                      "disabled-by-default-devtools.timeline"])
        for step in steps:
            step(page)
        browser.stop_tracing()
        tasks = long_tasks(trace.name)
    page.wait_for_timeout(300)
    events = page.evaluate("globalThis.benchEvents")
    context.close()
    worst = max(events, key=lambda event: event[1], default=["none", 0])
    return worst, [task for task in tasks if task > LONG_TASK], tasks[0] if tasks else 0


def main():
    task = json.load(sys.stdin)
    rows = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        state = None
        if task["link"]:
            context = browser.new_context()
            page = context.new_page()
            page.goto(task["link"])
            page.get_by_role("button", name="Sign in on this browser").click()
            page.wait_for_url("**/")
            state = context.storage_state()
            context.close()
        for entry in task["pages"]:
            loads = [load(browser, state, entry["address"]) for _ in range(task["rounds"])]
            paints = [paint for paint, _ in loads if paint is not None]
            row = {"name": entry["name"], "paint": statistics.median(paints), "slowest": max(paints),
                   "bytes": max(size for _, size in loads)}
            if entry["steps"]:
                worst, tasks, longest = interact(browser, state, entry["address"], STEPS[entry["steps"]])
                row |= {"interaction": worst[1], "kind": worst[0], "long": tasks, "longest": longest}
            rows.append(row)
        browser.close()
    json.dump(rows, sys.stdout)


if __name__ == "__main__":
    main()
