package import CivilTime
import Memberwise

/// One completion, value, answer or skip of an activity on a day.
@Memberwise
package struct Entry: Hashable, Codable, Sendable, Identifiable {
    package typealias ID = Identifier<Entry>

    package let id: ID
    package var activity: Activity.ID
    /// The day for which the entry counts: the original day of a carried occurrence.
    package var day: CivilDate
    package var outcome: Outcome
    /// The session of the entry; nil for the first session of the day.
    package var slot: Slot? = nil
    package var note: String? = nil
    /// File names by view.
    package var photos: [String: String] = [:]
    package var answer: Answer? = nil
    /// The mood from 1 (bad) to 5 (good).
    package var mood: Int? = nil
    /// The location as free text.
    package var place: String? = nil
    package var source: EntrySource = .person
    /// The number and unit as entered, for display.
    package var entered: EnteredValue? = nil
    /// The time of logging in milliseconds since 1970 UTC; nil if unknown.
    package var loggedAt: Int64? = nil
    /// The style of an imported entry, which only the document reader interprets; nil for an entry that
    /// was not imported.
    package var style: Int32? = nil
}

extension Entry {
    /// The maximum of UTF-8 bytes of a note, reason, place or answer, or of the names of photos.
    package static let textLimit = 16 << 10

    /// True if no text of the entry exceeds `textLimit`.
    package var isWithinTextLimit: Bool { texts.allSatisfy { $0 <= Self.textLimit } }

    /// The UTF-8 bytes of all texts of the entry.
    package var textBytes: Int { texts.reduce(0, +) }

    private var texts: [Int] {
        [
            (note ?? "").utf8.count, (outcome.skipReason ?? "").utf8.count,
            (place ?? "").utf8.count, answer?.textBytes ?? 0,
            photos.reduce(0) { $0 + $1.key.utf8.count + $1.value.utf8.count },
        ]
    }
}

extension Answer {
    /// The answer as text for people.
    package var text: String {
        switch self {
        case .text(let text): text
        case .choices(let options): options.joined(separator: ", ")
        case .time(let minute): "\(twoDigits(minute / 60)):\(twoDigits(minute % 60))"
        }
    }

    fileprivate var textBytes: Int {
        switch self {
        case .text(let text): text.utf8.count
        case .choices(let options): options.reduce(0) { $0 + $1.utf8.count }
        case .time: 0
        }
    }
}

/// The range of moods, from bad to good.
package let moods = 1...5

/// The result of an occurrence: completed or skipped.
package enum Outcome: Hashable, Sendable {
    /// The value is in the activity's unit.
    case completed(value: Double?)
    case skipped(reason: String?)

    package var isCompleted: Bool {
        if case .completed = self { true } else { false }
    }

    package var value: Double? {
        if case .completed(let value) = self { value } else { nil }
    }

    package var skipReason: String? {
        if case .skipped(let reason) = self { reason } else { nil }
    }
}

/// The origin of an entry.
package enum EntrySource: String, CaseIterable, Codable, Sendable {
    case person
    /// Health sync.
    case health
    /// A vacation day; the entry is removed with the vacation.
    case vacation
}

/// A number and unit as entered.
@Memberwise
package struct EnteredValue: Hashable, Codable, Sendable {
    package var amount: Double
    package var unit: String
}

/// An answer that is not a number.
package enum Answer: Hashable, Codable, Sendable {
    case text(String)
    case choices([String])
    /// Minutes since midnight.
    case time(Int)
}

/// The suggested reasons for a skip; any other text is accepted.
package let offeredSkipReasons = [
    "Injury", "Weather", "Sick", "Not Feeling Well", "Gym Closed", "Other",
]

extension Outcome: Codable {
    private enum Key: String, CodingKey {
        case status, value, reason
    }

    private enum Status: String, Codable {
        case completed, skipped
    }

    package init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        switch try container.decode(Status.self, forKey: .status) {
        case .completed:
            self = .completed(value: try container.decodeIfPresent(Double.self, forKey: .value))
        case .skipped:
            self = .skipped(reason: try container.decodeIfPresent(String.self, forKey: .reason))
        }
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: Key.self)
        switch self {
        case .completed(let value):
            try container.encode(Status.completed, forKey: .status)
            try container.encodeIfPresent(value, forKey: .value)
        case .skipped(let reason):
            try container.encode(Status.skipped, forKey: .status)
            try container.encodeIfPresent(reason, forKey: .reason)
        }
    }
}
