import Charts
import Presentation
import Workouts

/// A route as a picture, and its kilometres as a table.
struct RouteCard: HTMLPart {
    let route: MeasuredRoute
    /// The number of the route among several; nil: the only one.
    let number: Int?

    private var splits: [RouteSplit] { route.splits(every: 1000) }

    var html: HTML {
        let splits = splits
        let bands = PaceBand.bands(of: splits)
        let suffix = number.map { "-\($0)" } ?? ""
        return card("route\(suffix)", number.map { "Route \($0)" } ?? "Route") {
            element("div", ["class": "columns"]) {
                element("div", ["class": "stack"]) {
                    element("div", ["class": "route"]) {
                        HTML.markup(
                            RouteChart(route, bands: bands, label: label(splits, bands)).webMarkup)
                    }
                    if bands.contains(where: { $0 != nil }) { legend }
                }
                table(splits, bands)
            }
        }
    }

    private var length: String { "\(NumberText.short(route.meters / 1000))\u{202F}km" }

    /// `Route of 8.12 km; fast in kilometre 1, slow in kilometres 4 and 5.`
    private func label(_ splits: [RouteSplit], _ bands: [PaceBand?]) -> String {
        let parts = [PaceBand.fast, .slow].compactMap { band -> String? in
            let numbers = bands.indices.filter { bands[$0] == band }.map { "\($0 + 1)" }
            guard let last = numbers.last else { return nil }
            let list =
                numbers.count == 1
                ? last : numbers.dropLast().joined(separator: ", ") + " and " + last
            return "\(band.rawValue) in \(numbers.count == 1 ? "kilometre" : "kilometres") \(list)"
        }
        return (["Route of \(length), without a map"] + parts).joined(separator: "; ") + "."
    }

    private var legend: HTML {
        element("ul", ["class": "legend"]) {
            for (tone, name) in [("cyan", "fast"), ("green", "steady"), ("orange", "slow")] {
                element("li", ["class": "tone-\(tone)"]) {
                    element("span", ["class": "swatch", "aria-hidden": "true"])
                    name
                }
            }
        }
    }

    private func table(_ splits: [RouteSplit], _ bands: [PaceBand?]) -> HTML {
        RowTable(
            caption: "Kilometres",
            columns: [
                .text("km"), .number("Time"), .number("Pace per km"),
                .text("Compared with the mean"),
            ],
            rows: zip(splits, bands).enumerated().map { index, part in
                let (split, band) = part
                let name =
                    split.meters > 999
                    ? "\(index + 1)"
                    : NumberText.short((Double(index) * 1000 + split.meters) / 1000)
                return [
                    name, Self.clock(split.seconds), Self.clock(split.secondsPerKilometre),
                    band?.rawValue ?? "",
                ]
            }
        ).html
    }

    /// `5:02`; a dash for nil.
    static func clock(_ seconds: Double?) -> String {
        guard let seconds, let whole = Int(exactly: seconds.rounded()), whole >= 0 else {
            return "–"
        }
        let rest = whole % 60
        return "\(whole / 60):\(rest < 10 ? "0" : "")\(rest)"
    }
}
