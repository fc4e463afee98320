import CivilTime
import Contracts
import Texts
import Tracker
import TrackerRules

/// An activity that an importer writes to: a new one, or one of an earlier import.
struct ImportedTarget {
    enum State {
        /// Stored by the import, with its times of reminders.
        case new(reminders: WeekdayTimes, isArchived: Bool)
        case existing
        /// In the trash.
        case deleted
        /// Its settings are invalid.
        case invalid
    }

    var activity: Activity
    var state: State
    /// True if the import stated the first day.
    var hasCreated = false
    /// The first and the last day with an entry.
    private(set) var days: ClosedRange<CivilDate>?
    /// The first half of the identifiers of the activity's imported entries.
    private let high: UInt64
    /// The second halves of the entries of this import.
    private var seen: Set<UInt64> = []
    /// The second halves of the stored entries.
    private var stored: Set<UInt64> = []
    /// The days that have an entry other than those of the import.
    private var others: Set<CivilDate> = []

    /// The outcome of an entry.
    enum Verdict {
        case new, duplicate, invalid
        /// The day has an entry of a person.
        case replaced
    }

    init(_ activity: Activity, _ state: State, in snapshot: ProfileSnapshot) {
        self.activity = activity
        self.state = state
        high = stableHash("entries \(activity.id)") & ~0xf000 | 0x8000
        guard case .existing = state else { return }
        let entries = snapshot.history.entries(
            of: activity.id, from: .distantPast, through: .distantFuture)
        for entry in entries { insert(entry.id, on: entry.day) }
        for deleted in snapshot.deletedEntries.values where deleted.entry.activity == activity.id {
            insert(deleted.entry.id, on: nil)
        }
    }

    private mutating func insert(_ id: Entry.ID, on day: CivilDate?) {
        var text = id.rawValue
        let number = text.withUTF8 { UUIDNumber(utf8: $0) }
        if let number, number.high == high {
            stored.insert(number.low)
        } else if let day {
            others.insert(day)
        }
    }

    /// The second half of the identifier of an entry. An empty key stands for the day.
    static func low(of key: UnsafeBufferPointer<UInt8>, on day: CivilDate) -> UInt64 {
        let name = key.reduce(0xcbf2_9ce4_8422_2325 as UInt64) {
            ($0 ^ UInt64($1)) &* 0x100_0000_01b3
        }
        let number =
            key.isEmpty ? UInt64(UInt32(bitPattern: day.days)) : name & 0x1fff_ffff_ffff_ffff
        return number | (key.isEmpty ? 0x8000_0000_0000_0000 : 0xa000_0000_0000_0000)
    }

    /// Decides about an entry. The first entry with a key counts.
    mutating func verdict(_ low: UInt64, on day: CivilDate) -> Verdict {
        if case .invalid = state { return .invalid }
        guard seen.insert(low).inserted else { return .duplicate }
        switch state {
        case .deleted: return .duplicate
        case .existing where stored.contains(low): return .duplicate
        case .existing where others.contains(day): return .replaced
        case .existing, .new, .invalid: break
        }
        days = min(days?.lowerBound ?? day, day)...max(days?.upperBound ?? day, day)
        return .new
    }

    /// The identifier of the entry with that second half.
    func uuid(_ low: UInt64) -> UUIDNumber { UUIDNumber(high: high, low: low) }

    /// The activity as it is stored.
    func finished(today: CivilDate, position: Int) -> Activity {
        var activity = activity
        activity.position = position
        if !hasCreated { activity.created = days?.lowerBound ?? today }
        if let first = days?.lowerBound { activity.created = min(activity.created, first) }
        if case .new(_, isArchived: true) = state {
            activity.pause = Pause(since: days?.upperBound ?? activity.created)
        }
        return activity
    }
}
