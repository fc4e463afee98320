import CivilTime
import Contracts
import Presentation

/// The workouts and the night of a day.
struct TimelineDay {
    var date: CivilDate
    /// Newest first.
    var workouts: [Insights.WorkoutItem]
    var night: Insights.Night?
    /// True if the days around have nights and this one has none.
    var lacksNight = false

    /// The days with a workout or a night, newest first. Days of `nightsExpected` are listed also
    /// without a night if others of them have one; nil: no day needs a night.
    static func days(
        _ workouts: [Insights.WorkoutItem], _ nights: [Insights.Night],
        nightsExpected expected: ClosedRange<CivilDate>? = nil
    ) -> [TimelineDay] {
        var days: [CivilDate: TimelineDay] = [:]
        for workout in workouts {
            guard let date = workout.date else { continue }
            days[date, default: TimelineDay(date: date, workouts: [])].workouts.append(workout)
        }
        for night in nights {
            days[night.day, default: TimelineDay(date: night.day, workouts: [])].night = night
        }
        if let expected, !nights.isEmpty {
            for offset in 0...expected.lowerBound.distance(to: expected.upperBound) {
                let date = expected.lowerBound.advanced(by: offset)
                guard days[date]?.night == nil else { continue }
                days[date, default: TimelineDay(date: date, workouts: [])].lacksNight = true
            }
        }
        return days.values.map { day in
            var day = day
            day.workouts.sort { $0.start > $1.start }
            return day
        }.sorted { $0.date > $1.date }
    }

    func html(today: CivilDate) -> HTML {
        element(
            "section",
            ["class": "stack", "aria-labelledby": "day-\(date)", "data-fragment": "day-\(date)"]
        ) {
            element("h2", ["id": "day-\(date)"]) {
                date.relativeName(asOf: today) ?? date.longText(near: today)
            }
            element("ul", ["class": "timeline"]) {
                for workout in workouts { WorkoutEntry(workout: workout).html }
                if let night { NightEntry(night: night).html }
                if lacksNight { Self.missingNight(date) }
            }
        }
    }

    private static func missingNight(_ date: CivilDate) -> HTML {
        TimelineEntry(
            id: "night-\(date)", tone: .grey, title: "No night recorded", path: nil, detail: "",
            content: smallText(
                "No sleep data ends on this day. It is a gap in every chart, not a zero.")
        ).html
    }
}

extension Insights.WorkoutItem {
    /// The local day of the start; nil if the start is not a date.
    var date: CivilDate? { CivilDate(start.prefix("YYYY-MM-DD".count)) }

    /// `09:14 to 09:58, Apple Watch`.
    var times: String {
        "\(TimeText.time(start)) to \(TimeText.time(end))"
            + (source.isEmpty ? "" : ", \(source)")
    }

    /// `Traditional strength training` of `TraditionalStrengthTraining`.
    var title: String { MetricTitle.title(type.prefix(1).lowercased() + type.dropFirst()) }

    var path: String { "/workouts/\(URLText.encoded(id))" }
}

/// An entry of a day: a card beside the line of the day.
struct TimelineEntry {
    let id: String
    let tone: Tone
    let title: String
    /// The path of the page of the entry; nil: none.
    let path: String?
    let detail: String
    let content: HTML

    var html: HTML {
        element("li", ["class": tone.className, "id": id]) {
            element("article", ["class": "card", "aria-labelledby": "\(id)-title"]) {
                element("header") {
                    element("h3", ["id": "\(id)-title"]) {
                        if let path {
                            anchor(title, to: path)
                        } else {
                            title
                        }
                    }
                    element("span", ["class": "soft small"]) { detail }
                }
                content
            }
        }
    }
}
