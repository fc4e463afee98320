/// One completion, number or skip of an activity on a day.
public struct ImportedEntry: Hashable, Sendable {
    /// The key of the activity, which was appended before.
    public var activity: String
    /// Days since 1970-01-01.
    public var day: Int
    public var outcome: Outcome
    public var note: String?
    /// Distinguishes several entries of a day; nil for the only one.
    public var key: String?
    /// The time of logging in milliseconds since 1970 UTC; nil if unknown.
    public var loggedAt: Int64?

    public enum Outcome: Hashable, Sendable {
        case completed
        /// In the unit of the activity.
        case amount(Double)
        case skipped(reason: String?)
    }

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
    public var text: String

    public init(activity: String?, day: Int, text: String) {
        self.activity = activity
        self.day = day
        self.text = text
    }
}
