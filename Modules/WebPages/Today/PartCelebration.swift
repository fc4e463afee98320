import CivilTime
import Contracts
import Presentation
import Synchronization
import Tracker

/// The message after the last open item of a part of the day was completed.
struct PartCelebration: Sendable {
    let slot: Slot
    /// The number of open items of the day.
    let openCount: Int
    /// The activity of the last item.
    let name: String
    let streak: Journal.Streak

    /// Nil if the part of the day of the logged activity has an open item, or has none that is done.
    init?(
        _ logged: Journal.LogResponse, activity: String, _ slot: Slot?,
        _ agenda: Journal.TodayResponse
    ) {
        let done = agenda.completed.first {
            $0.id.rawValue == activity && ($0.slot == slot ?? $0.slot)
        }
        guard let done,
            !agenda.slots.contains(where: { section in
                section.slot == done.slot && section.items.contains { $0.dueFrom == nil }
            })
        else { return nil }
        self.slot = done.slot
        openCount = agenda.slots.reduce(0) { $0 + $1.items.count }
        name = done.name
        streak = logged.streak
    }

    private var title: String {
        if openCount == 0 { return "The day is done" }
        return slot == .allDay ? "The all-day items are done" : "The \(slot.rawValue) is done"
    }

    private var sentences: [String] {
        var sentences: [String] = []
        if streak.current > 1 {
            sentences.append(
                "\(name): \(NumberText.streak(streak.current, streak.unit)) in a row"
                    + (streak.current >= streak.longest ? ", the longest streak so far." : "."))
        }
        if openCount > 0 {
            let items = NumberText.count(openCount, "item")
            sentences.append("\(items) of the day \(openCount == 1 ? "is" : "are") open.")
        }
        return sentences
    }

    // Each part has an identifier of its own.
    var html: HTML { celebrationDialog("celebration-\(slot.rawValue)", title, sentences) }
}

/// The celebrations of parts of days. Each is shown once, also if an item is opened and completed again.
final class PartCelebrations: Sendable {
    private struct Part: Hashable {
        var profile: String
        var day: CivilDate
        var slot: Slot
    }

    /// Parts that are remembered; the earliest days are forgotten first.
    private static let limit = 1000

    /// Nil after the celebration was shown.
    private let parts = Mutex<[Part: PartCelebration?]>([:])

    /// Adds the celebration of a part.
    /// - Returns: False if the part was celebrated before.
    func add(_ celebration: PartCelebration, of day: CivilDate, _ visitor: Visitor) -> Bool {
        let part = Part(profile: visitor.profile, day: day, slot: celebration.slot)
        return parts.withLock { parts in
            guard parts[part] == nil else { return false }
            parts[part] = .some(celebration)
            if parts.count > Self.limit,
                let earliest = parts.keys.min(by: { $0.day < $1.day })
            {
                parts[earliest] = nil
            }
            return true
        }
    }

    /// The celebration of a part, once; nil if the part has no celebration or it was shown.
    func pop(_ slot: Slot, of day: CivilDate, _ visitor: Visitor) -> PartCelebration? {
        let part = Part(profile: visitor.profile, day: day, slot: slot)
        return parts.withLock { parts in
            guard let celebration = parts[part] ?? nil else { return nil }
            parts.updateValue(nil, forKey: part)
            return celebration
        }
    }
}
