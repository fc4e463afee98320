"""A picture of the samples of a soak: a panel for each quantity, a line for each process, file or call."""
import html

WIDTH, PANEL, LEFT, RIGHT, TOP, GAP = 900, 190, 70, 190, 44, 44
COLORS = ("#2f6fde", "#d2541b", "#2a9d5c", "#8a4fd0", "#b08900", "#c2337f", "#3a8fa3", "#6b7280", "#111827")
TITLES = {"memory": "Anonymous memory", "descriptors": "Descriptors", "files": "File sizes",
          "latency": "Median latency in five seconds"}
NAMES = {"AggregationWork": "AggregationWorker"}


def amount(quantity, value):
    """A value in words."""
    if quantity == "latency":
        return f"{value * 1000:.1f} ms"
    if quantity == "descriptors":
        return f"{value:.0f}"
    return f"{value / (1 << 20):.1f} MiB"


def panel(quantity, series, top, end):
    """The elements of one panel."""
    greatest = max((value for points in series.values() for _, value in points), default=0) or 1
    bottom, right = top + PANEL, WIDTH - RIGHT
    yield f'<text x="{LEFT}" y="{top - 10}" class="title">{TITLES[quantity]}</text>'
    for share in (0, 0.5, 1):
        y = bottom - share * PANEL
        yield f'<line x1="{LEFT}" x2="{right}" y1="{y:.1f}" y2="{y:.1f}" class="grid"/>'
        yield f'<text x="{LEFT - 8}" y="{y + 4:.1f}" text-anchor="end">{amount(quantity, share * greatest)}</text>'
    for share in (0, 0.5, 1):
        x = LEFT + share * (right - LEFT)
        yield f'<text x="{x:.1f}" y="{bottom + 16}" text-anchor="middle">{share * end / 60:.1f} min</text>'
    for number, (subject, points) in enumerate(sorted(series.items())):
        color = COLORS[number % len(COLORS)]
        path = " ".join(f"{LEFT + x / end * (right - LEFT):.1f},{bottom - y / greatest * PANEL:.1f}"
                        for x, y in points)
        yield f'<polyline points="{path}" stroke="{color}"/>'
        y = top + 12 + number * 18
        yield f'<rect x="{right + 14}" y="{y - 9}" width="10" height="10" fill="{color}"/>'
        yield f'<text x="{right + 30}" y="{y}">{html.escape(NAMES.get(subject, subject))}</text>'


def svg(series):
    """The picture of {(quantity, subject): [(seconds, value)]} as text."""
    end = max(points[-1][0] for points in series.values())
    parts = []
    for number, quantity in enumerate(TITLES):
        chosen = {subject: points for (kind, subject), points in series.items() if kind == quantity}
        parts += panel(quantity, chosen, TOP + number * (PANEL + GAP + 20), end)
    height = TOP + len(TITLES) * (PANEL + GAP + 20)
    style = ("text{font:12px sans-serif;fill:#374151}.title{font-weight:bold;font-size:14px}"
             ".grid{stroke:#e5e7eb}polyline{fill:none;stroke-width:1.3}")
    return (f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
            f'height="{height}"><style>{style}</style><rect width="100%" height="100%" fill="#fff"/>'
            + "\n".join(parts) + "</svg>\n")
