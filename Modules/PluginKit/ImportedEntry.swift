/// One completion, number or skip of an activity on a day.
public struct ImportedEntry: Hashable, Sendable {
    /// The key of the activity, which was appended before.
    public var activity: String
    /// Days since 1970-01-01.
    public var day: Int
    /// The completion, number or skip.
    public var outcome: Outcome
    /// The note of the entry, at most 16 KiB; nil for none.
    public var note: String?
    /// Distinguishes several entries of a day; nil for the only one.
    public var key: String?
    /// The time of logging in milliseconds since 1970 UTC; nil if unknown.
    public var loggedAt: Int64?

    /// The outcome of an activity on a day.
    public enum Outcome: Hashable, Sendable {
        /// Done, without a number.
        case completed
        /// Done with a number in the unit of the activity.
        case amount(Double)
        /// Excused; the reason is nil if none was given.
        case skipped(reason: String?)
    }

    /// An entry of an activity that was appended before.
    public init(
        activity: String, day: Int, outcome: Outcome = .completed, note: String? = nil,
        key: String? = nil, loggedAt: Int64? = nil
    ) {
        self.activity = activity
        self.day = day
        self.outcome = outcome
        self.note = note
        self.key = key
        self.loggedAt = loggedAt
    }
}

/// A note on a day without an entry.
public struct ImportedAnnotation: Hashable, Sendable {
    /// The key of the activity, which was appended before; nil for none.
    public var activity: String?
    /// Days since 1970-01-01.
    public var day: Int
    /// The text of the note, at most 16 KiB.
    public var text: String

    /// A note on a day, about an activity or the whole day.
    public init(activity: String?, day: Int, text: String) {
        self.activity = activity
        self.day = day
        self.text = text
    }
}
