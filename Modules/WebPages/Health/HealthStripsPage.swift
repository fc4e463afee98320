import CivilTime
import Contracts
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

    var page: Page {
        let isEmpty = problem == nil && strips.allSatisfy(\.isEmpty)
        var page = Page("Health", in: .health, content: isEmpty ? empty : content)
        page.topics = isEmpty ? [.health, .weight, .imports] : [.health, .weight]
        page.script = isEmpty ? nil : "strip"
        return page
    }

    private var empty: HTML {
        group {
            pageHead("Health")
            element("section", ["class": "card empty", "data-fragment": "health-activity"]) {
                Drawing.line
                element("h2") { "No health data yet" }
                element("p") { "The charts appear with the first day of an import." }
                element("div", ["class": "row"]) {
                    element("a", ["class": "button main", "href": "/import"]) {
                        "Import export.zip"
                    }
                }
            }
        }
    }

    private var content: HTML {
        group {
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
            element("div", ["class": "row"]) {
                element("a", ["class": "button", "href": "/trends"]) { "All metrics" }
            }
        }
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
                        "class": "button", "id": "strips-today", "href": "/health",
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
                    StripCard(loaded: strip, today: today, query: query, path: path).html
                }
            }
        }
    }

    private var path: String { "/health" + query(places) }

    private func query(_ places: [String: StripPlace]) -> String {
        URLText.query(
            strips.compactMap { loaded in
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
