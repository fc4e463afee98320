import CivilTime
import Contracts

/// The charts of health data, each with its own place.
struct HealthStripsPage {
    let strips: [LoadedStrip]
    /// The places of the strips that do not show the newest days, by name of the strip.
    let places: [String: StripPlace]
    /// The current day of the profile.
    let today: CivilDate

    var page: Page {
        let isEmpty = strips.allSatisfy(\.isEmpty)
        var page = Page("Health", in: .health, content: isEmpty ? empty : content)
        page.topics = isEmpty ? [.health, .weight, .imports] : [.health, .weight]
        page.script = isEmpty ? nil : "strip"
        return page
    }

    private var empty: HTML {
        group {
            element("div", ["class": "page-head"]) { element("div") { element("h1") { "Health" } } }
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
        return element("div", ["class": "page-head"]) {
            element("div") {
                element("h1") { "Health" }
                element("p", ["class": "lead"]) {
                    "Fourteen days at a time"
                        + (first.map { ", since \($0.dayAndMonth) \($0.components.year)" } ?? "")
                        + ". Each chart scrolls by itself."
                }
            }
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
                    StripCard(loaded: strip, today: today, query: query).html
                }
            }
        }
    }

    /// The query of all places, with another one of a strip.
    private func query(_ strip: Strip, _ place: StripPlace?) -> String {
        var places = places
        places[strip.name] = place
        return URLText.query(
            strips.compactMap { loaded in
                places[loaded.strip.name].map { $0.item(of: loaded.strip) }
            })
    }
}
