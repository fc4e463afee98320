import Glibc
import Presentation

/// A ring that is filled by a share, with texts in its middle and optionally a surrounding ring.
struct ShareRing: HTMLPart {
    /// The surrounding ring with tick marks.
    struct Outer {
        /// The filled share, 0 to 1.
        var share: Double
        /// The shares with a tick mark, 0 to 1 each.
        var ticks: [Double]
    }

    /// The filled share, 0 to 1.
    var share: Double
    var tone: Tone
    /// The large text in the middle.
    var title: String
    /// The lines below the title.
    var details: [String]
    /// The description for screen readers.
    var label: String
    var outer: Outer? = nil

    private static let center = 52.0
    private static let outerRadius = 49.0

    var html: HTML {
        element(
            "div",
            [
                "class": (outer == nil ? "ring " : "ring large ") + tone.className, "role": "img",
                "aria-label": label,
            ]
        ) {
            element("svg", ["viewBox": "0 0 104 104", "aria-hidden": "true"]) {
                circle(share, radius: outer == nil ? 45 : 39)
                if let outer {
                    element("g", ["class": "outer"]) {
                        circle(outer.share, radius: Self.outerRadius)
                        for tick in outer.ticks { self.tick(at: tick) }
                    }
                }
            }
            element("span", ["aria-hidden": "true"]) {
                element("b") { title }
                for detail in details { element("small") { detail } }
            }
        }
    }

    private func circle(_ share: Double, radius: Double) -> HTML {
        let radius = oneDecimal(radius)
        return group {
            element("circle", ["cx": "52", "cy": "52", "r": radius])
            if share > 0 {
                element(
                    "circle",
                    [
                        "class": "part-done", "cx": "52", "cy": "52", "r": radius,
                        "pathLength": "100",
                        "stroke-dasharray": "\(oneDecimal(min(share, 1) * 100)) 100",
                    ])
            }
        }
    }

    /// A tick mark across the outer ring. The style turns the picture, so that the share 0 is at the top.
    private func tick(at share: Double) -> HTML {
        func coordinate(_ function: (Double) -> Double, _ distance: Double) -> String {
            oneDecimal(Self.center + distance * function(2 * .pi * share))
        }
        let (inner, outer) = (Self.outerRadius - 2.5, Self.outerRadius + 2.5)
        return element(
            "line",
            [
                "x1": coordinate(cos, inner), "y1": coordinate(sin, inner),
                "x2": coordinate(cos, outer), "y2": coordinate(sin, outer),
            ])
    }
}

/// The ring of the items of a day that are done.
func ring(done: Int, of count: Int) -> HTML {
    ShareRing(
        share: count == 0 ? 0 : Double(done) / Double(count), tone: .green, title: "\(done)",
        details: ["of \(count)"],
        label: count == 0 ? "Nothing is due" : "\(done) of \(count) done"
    ).html
}

/// A number for a picture, with one decimal.
func oneDecimal(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
