import Charts
import CivilTime
import Contracts
import Presentation
import Tracker

/// One activity: tiles, heat map, bars, missed days and entries.
struct ActivityPage {
    let item: Activities.Item
    let today: CivilDate
    /// The days of 13 weeks or of a year, oldest first.
    let heat: Statistics.HeatMapResponse
    /// The due days without a completion, ascending.
    let missed: [CivilDate]
    let bars: Statistics.BarsResponse
    let range: ActivityRange
    /// The streaks as of the current day.
    let history: Statistics.StreakHistoryResponse
    let entries: EntryTable
    let hasMoreEntries: Bool
    /// The newest photos of the activity.
    let photos: [Photo]
    let visitor: Visitor
    /// The form of the amount of the current day.
    var amount = FormInput("amount")

    private static let missedCount = 6
    private var path: String { "/activities/\(item.id)" }

    func page(toast: HTML) -> Page {
        Page(
            item.name, in: .activities, topics: [.entries, .activities], script: "picture",
            toast: toast, content: content)
    }

    @HTMLBuilder private var content: HTML {
        ActivityHead(item: item, today: today, visitor: visitor, input: amount)
        if !photos.isEmpty || item.measures == .photo { photoCard }
        if item.schedule.isReminder {
            entryCard
        } else {
            tiles
            card("heat-map", "Days", aside: heatSpans) {
                heatMap
            }
            ActivityBars(
                response: bars, range: range, item: item, today: today)
            element("div", ["class": "columns", "data-fragment": "activity-lists"]) {
                element("div", ["class": "stack"]) {
                    StreakHistoryCard(
                        runs: history.runs, unit: streak.unit, path: path, today: today)
                    missedCard
                }
                entryCard
            }
        }
    }

    private var streak: Journal.Streak { history.streak }

    private var isYear: Bool { heat.days.count > 91 }

    private var heatMap: HTML {
        let label =
            "The last \(heat.days.count / 7) weeks: "
            + heat.days.last(heat.days.count, through: today).doneText
        return element(
            "div",
            [
                "class": "heat-map", "role": "region", "tabindex": "0", "id": "heat-map",
                "aria-label": label,
            ]
        ) {
            HTML.markup(
                heat.picture(isHeaded: false).webMarkup(class: isYear ? "heat-year" : nil))
        }
    }

    private var heatSpans: HTML {
        ActivityParts.segments(
            "Days",
            [
                ("13 weeks", "\(path)?range=\(range.rawValue)", !isYear),
                ("Year", "\(path)?range=\(range.rawValue)&heat=1y", isYear),
            ])
    }

    private var tiles: HTML {
        element(
            "section", ["class": "card", "aria-label": "Statistics", "data-fragment": "tiles"]
        ) {
            element("ul", ["class": "tiles"]) {
                tile(
                    "Current streak", NumberText.streak(streak.current, streak.unit),
                    streak.current > 0 && streak.current >= streak.longest
                        ? element("span", ["class": "good"]) { "the longest so far" }
                        : element("span") { "longest \(NumberText.count(streak.longest))" })
                tile(
                    "Longest streak", NumberText.streak(streak.longest, streak.unit),
                    element("span") { "since \(item.created.text(near: today))" })
                let recent = missed.filter { $0 > today.advanced(by: -30) }.count
                tile(
                    "Kept, 30 days", history.rate.map(NumberText.share) ?? "–",
                    element("span") {
                        "\(NumberText.days(recent)) without an entry, \(NumberText.count(missed.count)) in all"
                    })
                tile(
                    "Done, 13 weeks", heat.days.last(91, through: today).doneCountText,
                    element("span") {
                        item.target == nil
                            ? "of the days that counted"
                            : "target reached, of the days that counted"
                    })
            }
        }
    }

    private func tile(_ name: String, _ value: String, _ note: HTML) -> HTML {
        element("li", ["class": "tile"]) {
            element("span") { name }
            element("span") { value }
            note
        }
    }

    private var missedCard: HTML {
        card("missed", "Due days without an entry") {
            if hasPartialDays {
                element("p", ["class": "soft small"]) {
                    "A day that is done in part has an entry. It counts in the share that was kept, and is not in this list."
                }
            }
            if missed.isEmpty {
                element("p", ["class": "soft"]) { "Every due day has an entry." }
            } else {
                element("ul", ["class": "rows"]) {
                    for day in missed.suffix(Self.missedCount).reversed() {
                        element("li") {
                            element("div") {
                                anchor(
                                    "\(day.weekdayName) \(day.text(near: today))",
                                    to: "/day/\(day)", id: "missed-\(day)")
                            }
                            anchor(
                                "Why", to: "\(path)/explain?on=\(day)", class: "button quiet",
                                id: "why-\(day)", label: "Why was \(day.fullText) missed?")
                        }
                    }
                }
            }
        }
    }

    /// True if a day was done in part.
    private var hasPartialDays: Bool {
        heat.days.contains { day in day.rate.map { $0 > 0 && day.level != "full" } ?? false }
    }

    private var photoCard: HTML {
        card("activity-photos", "Photos") {
            element("ul", ["class": "photo-grid"]) {
                for photo in photos {
                    element("li") {
                        element("a", ["href": PhotoPaths.page(photo)]) {
                            photo.image(.thumbnail)
                            element("span", ["class": "small"]) { photo.date.text(near: today) }
                        }
                    }
                }
            }
            element("div", ["class": "row"]) {
                anchor(
                    photos.isEmpty ? "Add the first photo" : "All photos",
                    to: PhotoFilter(activity: item.id.rawValue).path(before: nil), class: "button",
                    id: "all-photos")
            }
        }
    }

    private var entryCard: HTML {
        card("entries", "Entries") {
            entries.html
            if hasMoreEntries {
                element("div", ["class": "row"]) {
                    anchor("All entries", to: "\(path)/entries", class: "button", id: "all-entries")
                }
            }
        }
    }
}

extension [Statistics.HeatDay] {
    /// `78 of 91`.
    fileprivate var doneCountText: String {
        "\(filter { $0.level == "full" }.count) of \(filter { $0.rate != nil }.count)"
    }
}
