"""Checks of the layout of a page, as a list of sentences about what is wrong."""
from world import wait_until

# Returns the faults of the page at its present size: width, overlapping controls and small targets.
FAULTS = """(checksTargets) => {
    const faults = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) {
        const widest = [...document.querySelectorAll("body *")].find((element) => {
            const box = element.getBoundingClientRect();
            return box.width && (box.right > width + 1 || box.left < -1) && !element.closest(".visually-hidden");
        });
        faults.push(`scrolls sideways: ${document.documentElement.scrollWidth} of ${width}, `
            + `${widest?.outerHTML.slice(0, 120)}`);
    }
    // The part of an element that its scrolling ancestors show.
    function shown(element) {
        let { left, top, right, bottom } = element.getBoundingClientRect();
        for (let above = element.parentElement; above; above = above.parentElement) {
            const style = getComputedStyle(above);
            if (style.position === "fixed" || style.position === "sticky") return null;
            if (style.overflowX === "visible" && style.overflowY === "visible") continue;
            const clip = above.getBoundingClientRect();
            left = Math.max(left, clip.left); right = Math.min(right, clip.right);
            top = Math.max(top, clip.top); bottom = Math.min(bottom, clip.bottom);
        }
        return right - left > 1 && bottom - top > 1 ? { left, top, right, bottom } : null;
    }
    const isInline = (element) =>
        element.tagName === "A" && getComputedStyle(element).display === "inline"
        && element.parentElement.textContent.trim() !== element.textContent.trim();
    const all = [...document.querySelectorAll("a[href], button, input, select, textarea, summary")]
        .filter((element) => element.type !== "hidden" && element.checkVisibility({ opacityProperty: false })
            && !element.closest("[popover]:not(:popover-open, [open])"))
        .map((element) => element.closest("label") ?? element);
    const controls = [...new Set(all)].filter((element) => {
        const style = getComputedStyle(element);
        return style.position !== "fixed" && style.clipPath === "none" && !element.closest(".skip-link");
    }).map((element) => ({ element, box: shown(element) })).filter(({ box }) => box);
    const name = (element) => element.outerHTML.slice(0, 110).replace(/\\s+/g, " ");
    controls.forEach(({ element, box }, index) => {
        const [w, h] = [box.right - box.left, box.bottom - box.top];
        if (checksTargets && !isInline(element) && (w < 23.5 || h < 23.5)) {
            const near = controls.some((other) => other.element !== element
                && Math.hypot((other.box.left + other.box.right - box.left - box.right) / 2,
                              (other.box.top + other.box.bottom - box.top - box.bottom) / 2) < 24);
            const own = element.getBoundingClientRect();
            if (near || own.width < 16 || own.height < 16) {
                faults.push(`small target ${w.toFixed()} x ${h.toFixed()}: ${name(element)}`);
            }
        }
        for (const other of controls.slice(index + 1)) {
            if (element.contains(other.element) || other.element.contains(element)) continue;
            const over = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
            const under = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
            if (over > 2 && under > 2) {
                faults.push(`overlap ${over.toFixed()} x ${under.toFixed()}: ${name(element)} and ${name(other.element)}`);
            }
        }
    });
    return faults;
}"""

# Returns the texts of pictures that are shown smaller than 10 px.
SMALL_TEXTS = """() => [...document.querySelectorAll("svg text")].filter((text) => text.checkVisibility())
    .map((text) => {
        const { a, b } = text.getScreenCTM();
        return [Math.hypot(a, b) * parseFloat(getComputedStyle(text).fontSize), text];
    })
    .filter(([size]) => size < 9.95)
    .map(([size, text]) => `text of ${size.toFixed(1)} px: ${text.outerHTML.slice(0, 90)}`)"""

# Returns the controls of the page that a finger may miss: those less than 44 px high. A link in a text is
# exempt, and a switch, which has an invisible margin.
SMALL_CONTROLS = """() => {
    const controls = [...document.querySelectorAll(
        "main :is(button, .button, summary, select, textarea, .segments a, input:not([type=hidden], [role=switch]))")]
        .filter((element) => element.checkVisibility() && !element.closest(".visually-hidden"))
        .map((element) => element.closest("label") ?? element);
    return [...new Set(controls)].map((element) => [element.getBoundingClientRect(), element])
        .filter(([{ width, height }]) => width && height < 43.5)
        .map(([{ height }, { outerHTML }]) =>
            `${height.toFixed()} px high: ${outerHTML.slice(0, 110).replace(/\\s+/g, " ")}`);
}"""

# Returns the words of an element that are on more than one line.
BROKEN_WORDS = """(selector) => {
    const walker = document.createTreeWalker(document.querySelector(selector), NodeFilter.SHOW_TEXT);
    const broken = [];
    while (walker.nextNode()) {
        for (const { 0: word, index } of walker.currentNode.data.matchAll(/\\S+/g)) {
            const range = document.createRange();
            range.setStart(walker.currentNode, index);
            range.setEnd(walker.currentNode, index + word.length);
            if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
        }
    }
    return broken;
}"""

# Returns the texts of an element that are wider than a round picture at their height, or beside it.
OUTSIDE_RING = """(selector) => {
    const ring = document.querySelector(selector);
    const frame = ring.getBoundingClientRect();
    const [x, y] = [frame.left + frame.width / 2, frame.top + frame.height / 2];
    // The inner edge of the inner ring, which has the radius 39 and the width 9 of 104.
    const radius = frame.width * (39 - 4.5) / 104;
    return [...ring.querySelectorAll("b, small")].filter((element) => {
        const range = document.createRange();
        range.selectNodeContents(element);
        return [...range.getClientRects()].some(({ left, right, top, bottom }) =>
            [left, right].some((side) => [top + 4, bottom - 4].some((edge) => Math.hypot(side - x, edge - y) > radius - 1)));
    }).map(({ textContent }) => textContent);
}"""

# Makes each text of the page 40 % longer.
LENGTHEN = """() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const texts = [];
    while (walker.nextNode()) texts.push(walker.currentNode);
    for (const node of texts) {
        const text = node.data.trim();
        if (!text || node.parentElement.closest("svg, script, template, textarea, select")) continue;
        node.data = node.data.replace(text, `${text} ${text.slice(0, Math.ceil(0.4 * text.length))}`);
    }
}"""


def faults(page, checks_targets=True):
    """The faults of the page at its present size."""
    return page.evaluate(FAULTS, checks_targets)


def small_controls(page):
    """The controls of the page that are less than 44 px high."""
    return page.evaluate(SMALL_CONTROLS)


def broken_words(page, selector):
    """The words of an element that are on more than one line."""
    return page.evaluate(BROKEN_WORDS, selector)


def outside_ring(page, selector):
    """The texts of a ring that touch it."""
    return page.evaluate(OUTSIDE_RING, selector)


def faults_in_modes(page, widths):
    """Yields (mode, fault) at each width and with larger, longer and mirrored text. Ends with a changed page."""
    height = page.viewport_size["height"]
    for width in widths:
        page.set_viewport_size({"width": width, "height": height})
        for fault in faults(page) + page.evaluate(SMALL_TEXTS):
            yield f"{width} px", fault
    page.set_viewport_size({"width": 640, "height": height})
    session = page.context.new_cdp_session(page)
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 32}})
    wait_until(page, "() => getComputedStyle(document.documentElement).fontSize === '32px'")
    for width in (640, 1280):
        page.set_viewport_size({"width": width, "height": height})
        for fault in faults(page, checks_targets=False):
            yield f"{width} px with text of 200 %", fault
    session.send("Page.setFontSizes", {"fontSizes": {"standard": 16}})
    session.detach()
    page.emulate_media(media="print")
    page.set_viewport_size({"width": 680, "height": height})
    for fault in page.evaluate(FAULTS, False):
        yield "print", fault
    page.emulate_media(media="screen", forced_colors="active")
    for fault in faults(page):
        yield "forced colours", fault
    page.emulate_media(forced_colors="none")
    page.evaluate("document.documentElement.dir = 'rtl'")
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": height})
        for fault in faults(page):
            yield f"right to left at {width} px", fault
    page.evaluate("document.documentElement.dir = 'ltr'")
    page.evaluate(LENGTHEN)
    for width in (320, 1280):
        page.set_viewport_size({"width": width, "height": height})
        for fault in faults(page, checks_targets=False):
            yield f"longer texts at {width} px", fault
