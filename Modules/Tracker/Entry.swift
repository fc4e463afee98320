package import CivilTime

/// One thing a person or a device logged for an activity on one day.
package struct Entry: Hashable, Codable, Sendable, Identifiable {
    package typealias ID = Identifier<Entry>

    package let id: ID
    package var activity: Activity.ID
    /// The day it counts for: the original day when the occurrence was carried.
    package var day: CivilDate
    package var outcome: Outcome
    /// The session it belongs to; without one it belongs to the day's first.
    package var slot: Slot?
    package var note: String?
    /// File names by view.
    package var photos: [String: String]
    package var answer: Answer?
    /// How the person felt, from 1 to 5.
    package var mood: Int?
    /// Where it was, in the person's words.
    package var place: String?
    package var source: EntrySource
    /// How the person wrote the number, so that it can be shown as it was entered.
    package var entered: EnteredValue?
    /// When it was logged, in milliseconds since 1970 UTC.
    package var loggedAt: Int64?
    /// How the document that it was read from writes it; nil for what was read from none. Only who reads
    /// the document knows what it means.
    package var style: Int32?

    package init(
        id: ID, activity: Activity.ID, day: CivilDate, outcome: Outcome, slot: Slot? = nil,
        note: String? = nil, photos: [String: String] = [:], answer: Answer? = nil,
        mood: Int? = nil, place: String? = nil, source: EntrySource = .person,
        entered: EnteredValue? = nil, loggedAt: Int64? = nil, style: Int32? = nil
    ) {
        self.id = id
        self.activity = activity
        self.day = day
        self.outcome = outcome
        self.slot = slot
        self.note = note
        self.photos = photos
        self.answer = answer
        self.mood = mood
        self.place = place
        self.source = source
        self.entered = entered
        self.loggedAt = loggedAt
        self.style = style
    }
}

extension Entry {
    /// Bytes that a note, a reason, an answer or the names of photos may have.
    package static let textLimit = 16 << 10

    /// Whether none of its texts is too long.
    package var isWithinTextLimit: Bool { texts.allSatisfy { $0 <= Self.textLimit } }

    /// Bytes of all its texts.
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
    /// The answer in words.
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

/// The moods that an entry can have, from bad to good.
package let moods = 1...5

/// Whether the occurrence was done or excused.
package enum Outcome: Hashable, Sendable {
    /// The number is in the activity's unit.
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

/// Who wrote an entry.
package enum EntrySource: String, CaseIterable, Codable, Sendable {
    case person
    /// Written from health data, and changed with it.
    case health
    /// Written for a vacation day, and removed with it.
    case vacation
}

/// A number as a person wrote it.
package struct EnteredValue: Hashable, Codable, Sendable {
    package var amount: Double
    package var unit: String

    package init(amount: Double, unit: String) {
        self.amount = amount
        self.unit = unit
    }
}

/// An answer that is no number.
package enum Answer: Hashable, Codable, Sendable {
    case text(String)
    case choices([String])
    /// Minutes since midnight.
    case time(Int)
}

/// The reasons for a skip that are offered; any other text will do.
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
