import CivilTime
import Contracts
import Presentation
import RPC

/// The charts of health data, each with its own place.
struct HealthStripsPage {
    let strips: [LoadedStrip]
    /// The places of the strips that do not show the newest days, by name of the strip.
    let places: [String: StripPlace]
    /// The current day of the profile.
    let today: CivilDate
    /// The reason why the list of metrics could not be read; nil: the list was read.
    let problem: Status?
    /// The number of other metrics with data.
    var otherCount = 0
    /// True to show all other metrics.
    var showsAll = false

    /// The field of queries for all metrics.
    static let allField = "all"

    var page: Page {
        let isEmpty = problem == nil && strips.allSatisfy(\.isEmpty)
        return Page(
            "Health", in: .health,
            topics: isEmpty ? [.health, .weight, .imports] : [.health, .weight],
            script: isEmpty ? nil : "strip", content: isEmpty ? empty : content)
    }

    @HTMLBuilder private var empty: HTML {
        pageHead("Health")
        emptyCard(
            "No health data yet", "The charts appear with the first day of an import.",
            fragment: "health-activity", links: [("Import export.zip", "/import")])
    }

    @HTMLBuilder private var content: HTML {
        head
        for section in Strip.Section.allCases {
            let strips = strips.filter { $0.strip.section == section }
            if !strips.isEmpty { part(section, strips) }
        }
        if let problem {
            partFailure(
                "The list of other metrics", problem,
                fragment: "health-\(Strip.Section.more.rawValue)", path: path)
        }
        element("div", ["class": "row", "data-fragment": "health-links"]) {
            otherLink
            for (title, path) in Self.links {
                anchor(title, to: path, class: "button")
            }
        }
    }

    /// The pages with other views of health data.
    private static let links = [
        ("All metrics", "/trends"), ("Recovery", RecoveryPage.path),
        ("Activity rings", RingsPage.path), (CorrelationsPage.title, CorrelationsPage.path),
    ]

    /// The link to the page with all charts, or back to that with the first ones.
    private var otherLink: HTML? {
        guard otherCount > Strip.otherLimit else { return nil }
        var other = self
        other.showsAll.toggle()
        return anchor(
            showsAll
                ? "Show fewer charts"
                : "Show all \(NumberText.count(otherCount + Strip.fixed.count, "chart"))",
            to: other.path, class: "button", id: "strips-all")
    }

    private var head: HTML {
        let first = strips.compactMap(\.first).min()
        let isStale = strips.contains { strip in
            if case .success(let window) = strip.window { window.stale } else { false }
        }
        let since = first.map { ", since \($0.dayMonthAndYear)" } ?? ""
        return pageHead(
            "Health",
            lead: .text("Fourteen days at a time\(since). Each chart scrolls by itself.")
        ) {
            element("div", ["class": "row"]) {
                element("span", ["class": "soft small", "data-fragment": "updated"]) {
                    isStale ? "Newer samples are being added" : ""
                }
                element(
                    "a",
                    [
                        "class": "button", "id": "strips-today", "href": "/health" + query([:]),
                        "data-strips-today": "",
                    ]
                ) { "Back to today" }
                refreshLink(path)
            }
        }
    }

    private func part(_ section: Strip.Section, _ strips: [LoadedStrip]) -> HTML {
        element(
            "section",
            [
                "class": "stack", "aria-labelledby": "health-\(section.rawValue)",
                "data-fragment": "health-\(section.rawValue)",
            ]
        ) {
            element("h2", ["id": "health-\(section.rawValue)"]) { section.heading }
            element("div", ["class": "columns"]) {
                for strip in strips {
                    StripCard(loaded: strip, today: today, query: query, path: path)
                }
            }
        }
    }

    private var path: String { "/health" + query(places) }

    private func query(_ places: [String: StripPlace]) -> String {
        let all = showsAll ? [(name: Self.allField, value: "1")] : []
        return URLText.query(
            all
                + strips.compactMap { loaded in
                    places[loaded.strip.name].map { $0.item(of: loaded.strip) }
                })
    }

    /// The query of all places, with another one of a strip.
    private func query(_ strip: Strip, _ place: StripPlace?) -> String {
        var places = places
        places[strip.name] = place
        return query(places)
    }
}
