import CivilTime
import Tracker

/// What was ever logged for one activity: by day, within a day by the time it was logged at, without
/// one first, and at one time by its number.
///
/// The rules read `marks` alone, 16 bytes each; the rest of an entry lies beside it in the same
/// order, and what few entries have, by identifier.
struct History: Sendable {
    /// As much of an entry as decides how a day stands.
    struct EntryState: Sendable {
        var day: CivilDate
        var isCompleted: Bool
        var source: EntrySource
        var slot: Slot?
        private var hasNumber: Bool
        private var number: Double

        var value: Double? { hasNumber ? number : nil }

        init(_ entry: Entry) {
            day = entry.day
            isCompleted = entry.outcome.isCompleted
            source = entry.source
            slot = entry.slot
            hasNumber = entry.outcome.value != nil
            number = entry.outcome.value ?? 0
        }
    }

    /// What has no part in the rules.
    private struct EntryDetails: Hashable, Sendable {
        var reason: String?
        var note: String?
        var photos: [String: String]
        var answer: Answer?
        var entered: EnteredValue?
        var mood: Int?
        var place: String?

        /// `nil` when an entry has nothing of it.
        init?(_ entry: Entry) {
            reason = entry.outcome.skipReason
            note = entry.note
            photos = entry.photos
            answer = entry.answer
            entered = entry.entered
            mood = entry.mood
            place = entry.place
            let isBare = reason == nil && note == nil && photos.isEmpty && answer == nil
            if isBare, entered == nil, mood == nil, place == nil { return nil }
        }
    }

    let activity: Activity.ID
    private(set) var marks: [EntryState] = []
    private var ids: [Entry.ID] = []
    private var instants: [Int64?] = []
    private var numbers: [Int64] = []
    private var greatestNumber: Int64 = 0
    /// 0 where an entry has none.
    private var styles: [Int32] = []
    private var remarks: [Entry.ID: EntryDetails] = [:]

    init(of activity: Activity.ID) {
        self.activity = activity
    }

    private var lastDay: CivilDate? { marks.last?.day }

    /// From the first entry to the last, but for those of days that nothing is written on any more.
    var span: ClosedRange<CivilDate>? {
        let places = range(
            from: measurableDays.lowerBound, through: measurableDays.upperBound)
        guard let first = places.first, let last = places.last else { return nil }
        return marks[first].day...marks[last].day
    }

    /// The places of a day's entries.
    func range(on day: CivilDate) -> Range<Int> {
        range(from: day, through: day)
    }

    /// The places of the entries from `first` through `last`.
    func range(from first: CivilDate, through last: CivilDate) -> Range<Int> {
        let start = index(ofFirstSince: first)
        var end = start
        if last == first {
            while end < marks.count, marks[end].day == last { end += 1 }
        } else {
            end = max(start, index(ofFirstSince: last.advanced(by: 1)))
        }
        return start..<end
    }

    /// How many entries are older than `day`.
    private func index(ofFirstSince day: CivilDate) -> Int {
        guard let newest = lastDay, newest >= day else { return marks.count }
        var low = 0
        var high = marks.count
        while low < high {
            let middle = (low + high) / 2
            if marks[middle].day < day { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// What the entries of a day amount to, and those of another day with them.
    func log(of day: CivilDate, and other: CivilDate? = nil, by rules: DayRules) -> DayEntryTotals {
        var log = DayEntryTotals(for: rules)
        for place in range(on: day) { log.add(marks[place]) }
        if let other {
            for place in range(on: other) { log.add(marks[place]) }
        }
        return log
    }

    /// What all entries through a day amount to.
    func log(through day: CivilDate, by rules: DayRules) -> DayEntryTotals {
        marks[range(from: .distantPast, through: day)].reduce(into: DayEntryTotals(for: rules)) {
            $0.add($1)
        }
    }

    /// The entry at a place, whole.
    func entry(at place: Int) -> Entry {
        let mark = marks[place]
        let remark = remarks[ids[place]]
        return Entry(
            id: ids[place], activity: activity, day: mark.day,
            outcome: mark.isCompleted
                ? .completed(value: mark.value) : .skipped(reason: remark?.reason),
            slot: mark.slot, note: remark?.note, photos: remark?.photos ?? [:],
            answer: remark?.answer, mood: remark?.mood, place: remark?.place,
            source: mark.source, entered: remark?.entered, loggedAt: instants[place],
            style: styles[place] == 0 ? nil : styles[place])
    }
}

extension History {
    /// Adds an entry to its day. Without a number it has a greater one than all others.
    mutating func add(_ entry: Entry, number: Int64?) {
        let key = (entry.loggedAt ?? .min, number ?? .max)
        var place = range(on: entry.day).upperBound
        while place > 0, marks[place - 1].day == entry.day,
            (instants[place - 1] ?? .min, numbers[place - 1]) > key
        {
            place -= 1
        }
        insert(entry, number: number ?? greatestNumber + 1, at: place)
    }

    /// Takes out the entry of this name on `day`.
    /// - Returns: Its number; nil when there is none.
    @discardableResult
    mutating func remove(_ id: Entry.ID, on day: CivilDate) -> Int64? {
        guard let place = range(on: day).first(where: { ids[$0] == id }) else { return nil }
        marks.remove(at: place)
        ids.remove(at: place)
        instants.remove(at: place)
        styles.remove(at: place)
        remarks[id] = nil
        return numbers.remove(at: place)
    }

    /// Adds an entry at the end, whichever its day; `sort` follows.
    mutating func append(_ entry: Entry, number: Int64) {
        insert(entry, number: number, at: marks.count)
    }

    /// Brings appended entries into their order.
    mutating func sort() {
        let isSorted = zip(marks.indices, marks.indices.dropFirst()).allSatisfy { !isAfter($0, $1) }
        guard !isSorted else { return }
        let order = marks.indices.sorted { isAfter($1, $0) }
        marks = order.map { marks[$0] }
        ids = order.map { ids[$0] }
        instants = order.map { instants[$0] }
        numbers = order.map { numbers[$0] }
        styles = order.map { styles[$0] }
    }

    private func isAfter(_ left: Int, _ right: Int) -> Bool {
        (marks[left].day, instants[left] ?? .min, numbers[left])
            > (marks[right].day, instants[right] ?? .min, numbers[right])
    }

    private mutating func insert(_ entry: Entry, number: Int64, at place: Int) {
        marks.insert(EntryState(entry), at: place)
        ids.insert(entry.id, at: place)
        instants.insert(entry.loggedAt, at: place)
        numbers.insert(number, at: place)
        greatestNumber = max(greatestNumber, number)
        styles.insert(entry.style ?? 0, at: place)
        if let remark = EntryDetails(entry) { remarks[entry.id] = remark }
    }
}
