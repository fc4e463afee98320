import Contracts
import Presentation
import Tracker

/// The day as a line from midnight to midnight: its parts, the done and the open items, and the
/// current time.
struct DayStrip {
    private let day: Journal.DayResponse
    /// The parts of the day, after the night that is before the morning.
    private let parts: [Part]
    /// Done items at the time of their entry, and the open items of each part spread over it.
    private let dots: [Dot]

    init(day: Journal.DayResponse) {
        self.day = day
        parts = Self.parts(of: day.parts)
        dots = Self.dots(of: day, parts)
    }

    private static let height = 64
    private static let line = "42"
    private static let inset = 11.0
    private static let minutesPerDay = 24 * 60
    /// The minutes of the day whose times fit between the ends of the line.
    private static let labelled = 60...22 * 60
    /// The smallest distance of two times in minutes, so that they do not overlap.
    private static let labelDistance = 4 * 60

    private struct Part {
        var tone: String
        /// Minutes since midnight.
        var start: Int
        var end: Int
    }

    private static func parts(of day: DayParts) -> [Part] {
        [Part(tone: "night", start: 0, end: day.start(of: .morning))]
            + DayPartReminder.allCases.map {
                Part(tone: $0.rawValue, start: day.start(of: $0), end: day.end(of: $0))
            }
    }

    /// The starts of parts whose times are written below the line.
    private var labels: [Int] {
        var labels: [Int] = []
        for part in parts.dropFirst() where Self.labelled.contains(part.start) {
            if let last = labels.last, part.start - last < Self.labelDistance { continue }
            labels.append(part.start)
        }
        return labels
    }

    private static func label(_ minute: Int) -> String {
        TimeText.clock(
            minute % 60 == 0
                ? "\(minute / 60)" : DayPartReminderSetting.text(minute: minute))
    }

    private struct Dot {
        var minute: Int
        var isDone: Bool
    }

    @HTMLBuilder var html: HTML {
        drawing(width: 720, "day-strip only-wide")
        drawing(width: 340, "day-strip only-narrow")
    }

    private var isToday: Bool { day.agenda.date == day.today }

    private static func dots(of day: Journal.DayResponse, _ parts: [Part]) -> [Dot] {
        let open = day.agenda.slots.flatMap { section -> [Dot] in
            guard let part = parts.first(where: { $0.tone == section.slot.rawValue }) else {
                return []
            }
            let length = part.end - part.start
            return section.items.indices.map { index in
                let share = Double(index + 1) / Double(section.items.count + 1)
                return Dot(minute: part.start + Int(share * Double(length)), isDone: false)
            }
        }
        return open
            + day.times.compactMap { entry in
                minute(entry.time).map { Dot(minute: $0, isDone: true) }
            }
    }

    /// The minute of the day of `HH:MM`.
    static func minute(_ time: String) -> Int? {
        let parts = time.split(separator: ":").compactMap { Int($0) }
        return parts.count == 2 ? parts[0] * 60 + parts[1] : nil
    }

    private var label: String {
        let open = dots.filter { !$0.isDone }.count
        return "The day from midnight to midnight: \(dots.count - open) done, \(open) open"
            + (isToday ? ", now \(TimeText.clock(day.now))" : "")
    }

    private func drawing(width: Int, _ name: String) -> HTML {
        func x(_ minute: Int) -> String {
            let room = Double(width) - 2 * Self.inset
            return oneDecimal(
                Self.inset + room * Double(minute) / Double(Self.minutesPerDay))
        }
        return element(
            "svg",
            [
                "class": name, "viewBox": "0 0 \(width) \(Self.height)", "role": "img",
                "aria-label": label,
            ]
        ) {
            for part in parts where part.start < part.end {
                element(
                    "path",
                    [
                        "class": "track tone-\(part.tone)",
                        "d": "M\(x(part.start)) \(Self.line)H\(x(part.end))",
                    ])
            }
            for minute in labels {
                element("text", ["x": x(minute), "y": "62", "text-anchor": "middle"]) {
                    Self.label(minute)
                }
            }
            // The dots of a kind are one path, which a change of the day replaces at little cost.
            for (name, isDone) in [("open", false), ("done", true)] {
                let points = dots.filter { $0.isDone == isDone }
                    .map { "M\(x($0.minute)) \(Self.line)h0" }.joined()
                if !points.isEmpty {
                    element("path", ["class": name, "d": points])
                    element("path", ["class": "\(name) inner", "d": points])
                }
            }
            if isToday, let now = Self.minute(day.now) {
                element("path", ["class": "now", "d": "M\(x(now)) 26V50"])
                element(
                    "text",
                    ["class": "now-text", "x": x(now), "y": "20", "text-anchor": "middle"]
                ) { TimeText.clock(day.now) }
            }
        }
    }
}

extension Journal.DayResponse {
    /// The parts of the day of the profile.
    var parts: DayParts { dayParts.flatMap { DayParts($0) } ?? .standard }
}
