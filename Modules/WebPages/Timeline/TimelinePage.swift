import CivilTime
import Contracts

/// Workouts and nights by day, newest first.
struct TimelinePage {
    enum Kind: String, CaseIterable {
        case all, workouts, nights

        var title: String { rawValue.prefix(1).uppercased() + rawValue.dropFirst() }
    }

    let days: [TimelineDay]
    /// The days that were read.
    let range: DayRange
    let kind: Kind
    /// True if the profile has a workout or a night on any day.
    let hasData: Bool

    var page: Page {
        Page(
            "Timeline", in: .timeline, topics: hasData ? [.health] : [.health, .imports],
            content: hasData ? content : empty)
    }

    @HTMLBuilder private var empty: HTML {
        pageHead("Timeline")
        emptyCard(
            "No workout or night yet", "They are listed after the first import of health data.",
            fragment: "days", links: [("Import export.zip", "/import")])
    }

    @HTMLBuilder private var content: HTML {
        pageHead("Timeline", lead: "Workouts and nights, newest first.") {
            segmentLinks(
                "Kind",
                Kind.allCases.map {
                    ($0.title, path($0, before: nil), "kind-\($0.rawValue)", $0 == kind)
                })
        }
        element("div", ["class": "stack wide", "data-fragment": "days"]) {
            if days.isEmpty {
                element("p", ["class": "soft"]) {
                    "Nothing from \(range.first.fullText) to \(range.last.fullText)."
                }
            }
            for day in days { day.html(today: range.today) }
        }
        range.links { path(kind, before: $0) }
    }

    private func path(_ kind: Kind, before day: CivilDate?) -> String {
        var items: [(name: String, value: String)] = []
        if kind != .all { items.append(("kind", kind.rawValue)) }
        if let day { items.append(("before", "\(day)")) }
        return "/timeline" + URLText.query(items)
    }
}
