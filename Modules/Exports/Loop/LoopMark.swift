import Contracts
import HabitApps
import Tracker

/// The mark of a day.
struct LoopMark {
    private let isNumerical: Bool
    private let mode: Accumulation?
    private var numbers: [Double] = []
    private var isDone = false
    private var isSkipped = false
    private(set) var notes = ""
    /// True if the day was marked as not done.
    var isFailed = false

    init(_ habit: LoopHabitRow) {
        isNumerical = habit.isNumerical
        mode = habit.activity.mode
    }

    /// Adds an entry of the day; newer ones come first.
    mutating func add(_ entry: LoggedEntry) {
        if entry.status == "skipped" {
            isSkipped = true
            add(note: entry.skipReason)
        } else {
            isDone = true
            if let value = entry.value { numbers.append(value) }
        }
        add(note: entry.note)
    }

    mutating func add(note: String?) {
        guard let note, !note.isEmpty else { return }
        notes = notes.isEmpty ? note : "\(note)\n\(notes)"
    }

    /// True for a mark that says nothing.
    var isEmpty: Bool { value == LoopSchema.unknown && notes.isEmpty }

    var value: Int64 {
        if isNumerical, isDone, let number {
            // The thousandths of 3 mean a skip.
            let thousandths = Int64(exactly: (number * 1000).rounded()) ?? .max
            return thousandths == LoopSchema.skip ? LoopSchema.skip + 1 : max(0, thousandths)
        }
        if !isNumerical, isDone { return LoopSchema.yes }
        if isSkipped { return LoopSchema.skip }
        return isFailed ? LoopSchema.no : LoopSchema.unknown
    }

    /// The number of the day; nil without one.
    private var number: Double? {
        guard let mode else { return numbers.first }
        return numbers.isEmpty
            ? nil : mode.total(sum: numbers.reduce(0, +), count: numbers.count)
    }
}
