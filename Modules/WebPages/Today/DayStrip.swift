import Contracts
import Presentation
import Tracker

/// The day as a line from midnight to midnight: its parts, the done and the open items, and the
/// current time.
struct DayStrip {
    private let day: Journal.DayResponse
    /// Done items at the time of their entry, and the open items of each part spread over it.
    private let dots: [Dot]

    init(day: Journal.DayResponse) {
        self.day = day
        dots = Self.dots(of: day)
    }

    private static let height = 64
    private static let line = "42"
    private static let inset = 11.0
    private static let minutesPerDay = 24 * 60
    /// The parts of the day with their names as tones. The night is before the morning.
    private static let parts: [(tone: String, start: Int, end: Int)] = {
        let slots: [Slot] = [.morning, .afternoon, .evening]
        let starts = slots.map(\.startHour)
        return [("night", 0, starts[0])]
            + zip(slots, zip(starts, starts.dropFirst() + [24])).map {
                ($0.rawValue, $1.0, $1.1)
            }
    }()

    private struct Dot {
        var minute: Int
        var isDone: Bool
    }

    var html: HTML {
        group {
            drawing(width: 720, "day-strip only-wide")
            drawing(width: 340, "day-strip only-narrow")
        }
    }

    private var isToday: Bool { day.agenda.date == day.today }

    private static func dots(of day: Journal.DayResponse) -> [Dot] {
        let open = day.agenda.slots.flatMap { section -> [Dot] in
            guard let part = parts.first(where: { $0.tone == section.slot.rawValue }) else {
                return []
            }
            let length = (part.end - part.start) * 60
            return section.items.indices.map { index in
                let share = Double(index + 1) / Double(section.items.count + 1)
                return Dot(minute: part.start * 60 + Int(share * Double(length)), isDone: false)
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
            for part in Self.parts {
                element(
                    "path",
                    [
                        "class": "track tone-\(part.tone)",
                        "d": "M\(x(part.start * 60)) \(Self.line)H\(x(part.end * 60))",
                    ])
            }
            for part in Self.parts.dropFirst() {
                element("text", ["x": x(part.start * 60), "y": "62", "text-anchor": "middle"]) {
                    TimeText.clock("\(part.start)")
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
