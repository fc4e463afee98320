import CivilTime
import Tracker

/// The entries of one activity in columns, ordered by day, then by time of logging (unknown times first),
/// then by number.
///
/// The rules read only `states`, 16 bytes each. Other fields are in parallel arrays, and rare fields in a
/// dictionary by identifier.
struct EntryColumns: Sendable {
    /// The fields of an entry that determine the status of its day.
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

    /// Fields that no rule reads and that few entries have.
    private struct EntryDetails: Hashable, Sendable {
        var reason: String?
        var note: String?
        var photos: [String: String]
        var answer: Answer?
        var entered: EnteredValue?
        var mood: Int?
        var place: String?

        /// Nil if the entry has none of the fields.
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
    private(set) var states: [EntryState] = []
    private var ids: [Entry.ID] = []
    private var instants: [Int64?] = []
    private var numbers: [Int64] = []
    private var greatestNumber: Int64 = 0
    /// 0 for an entry without a style.
    private var styles: [Int32] = []
    private var details: [Entry.ID: EntryDetails] = [:]

    init(of activity: Activity.ID) {
        self.activity = activity
    }

    private var lastDay: CivilDate? { states.last?.day }

    /// The days from the first entry to the last within the measurable days; nil without entries.
    var span: ClosedRange<CivilDate>? {
        let indices = range(
            from: measurableDays.lowerBound, through: measurableDays.upperBound)
        guard let first = indices.first, let last = indices.last else { return nil }
        return states[first].day...states[last].day
    }

    /// True if an entry has photos.
    var hasPhotos: Bool { details.values.contains { !$0.photos.isEmpty } }

    /// The indices of a day's entries.
    func range(on day: CivilDate) -> Range<Int> {
        range(from: day, through: day)
    }

    /// The indices of the entries from `first` through `last`.
    func range(from first: CivilDate, through last: CivilDate) -> Range<Int> {
        let start = index(ofFirstSince: first)
        var end = start
        if last == first {
            while end < states.count, states[end].day == last { end += 1 }
        } else {
            end = max(start, index(ofFirstSince: last.advanced(by: 1)))
        }
        return start..<end
    }

    /// The number of entries before `day`.
    private func index(ofFirstSince day: CivilDate) -> Int {
        guard let newest = lastDay, newest >= day else { return states.count }
        var low = 0
        var high = states.count
        while low < high {
            let middle = (low + high) / 2
            if states[middle].day < day { low = middle + 1 } else { high = middle }
        }
        return low
    }

    /// Totals of the entries of a day, and of `other` if given.
    func totals(of day: CivilDate, and other: CivilDate? = nil, by rules: DayRules)
        -> DayEntryTotals
    {
        var totals = DayEntryTotals(for: rules)
        for index in range(on: day) { totals.add(states[index]) }
        if let other {
            for index in range(on: other) { totals.add(states[index]) }
        }
        return totals
    }

    /// Totals of all entries through a day.
    func totals(through day: CivilDate, by rules: DayRules) -> DayEntryTotals {
        states[range(from: .distantPast, through: day)].reduce(into: DayEntryTotals(for: rules)) {
            $0.add($1)
        }
    }

    /// The complete entry at an index.
    func entry(at index: Int) -> Entry {
        let state = states[index]
        let detail = details[ids[index]]
        return Entry(
            id: ids[index], activity: activity, day: state.day,
            outcome: state.isCompleted
                ? .completed(value: state.value) : .skipped(reason: detail?.reason),
            slot: state.slot, note: detail?.note, photos: detail?.photos ?? [:],
            answer: detail?.answer, mood: detail?.mood, place: detail?.place,
            source: state.source, entered: detail?.entered, loggedAt: instants[index],
            style: styles[index] == 0 ? nil : styles[index])
    }
}

extension EntryColumns {
    /// Inserts an entry into its day. A nil number becomes one greater than all others.
    mutating func add(_ entry: Entry, number: Int64?) {
        let key = (entry.loggedAt ?? .min, number ?? .max)
        var index = range(on: entry.day).upperBound
        while index > 0, states[index - 1].day == entry.day,
            (instants[index - 1] ?? .min, numbers[index - 1]) > key
        {
            index -= 1
        }
        insert(entry, number: number ?? greatestNumber + 1, at: index)
    }

    /// Removes the entry with this identifier on `day`.
    /// - Returns: The number of the entry; nil if the day has no such entry.
    @discardableResult
    mutating func remove(_ id: Entry.ID, on day: CivilDate) -> Int64? {
        guard let index = range(on: day).first(where: { ids[$0] == id }) else { return nil }
        states.remove(at: index)
        ids.remove(at: index)
        instants.remove(at: index)
        styles.remove(at: index)
        details[id] = nil
        return numbers.remove(at: index)
    }

    /// Appends an entry of any day. The caller calls `sort` afterwards.
    mutating func append(_ entry: Entry, number: Int64) {
        insert(entry, number: number, at: states.count)
    }

    /// Sorts the entries after calls of `append`.
    mutating func sort() {
        let isSorted = zip(states.indices, states.indices.dropFirst()).allSatisfy {
            !isAfter($0, $1)
        }
        guard !isSorted else { return }
        let order = states.indices.sorted { isAfter($1, $0) }
        states = order.map { states[$0] }
        ids = order.map { ids[$0] }
        instants = order.map { instants[$0] }
        numbers = order.map { numbers[$0] }
        styles = order.map { styles[$0] }
    }

    private func isAfter(_ left: Int, _ right: Int) -> Bool {
        (states[left].day, instants[left] ?? .min, numbers[left])
            > (states[right].day, instants[right] ?? .min, numbers[right])
    }

    private mutating func insert(_ entry: Entry, number: Int64, at index: Int) {
        states.insert(EntryState(entry), at: index)
        ids.insert(entry.id, at: index)
        instants.insert(entry.loggedAt, at: index)
        numbers.insert(number, at: index)
        greatestNumber = max(greatestNumber, number)
        styles.insert(entry.style ?? 0, at: index)
        if let detail = EntryDetails(entry) { details[entry.id] = detail }
    }
}
