import CivilTime
import Memberwise
import Notifications

/// The progress of the evaluation of a profile.
@Memberwise
struct EvaluatedPosition: Hashable, Sendable {
    /// The local time up to which reminders were evaluated.
    var time: LocalTime
    /// The instant of the evaluation, in milliseconds since 1970 UTC; nil: unknown.
    var evaluated: Int64? = nil
    /// The last positions on the days of earlier evaluations, newest first: a clock that was wrong for a
    /// moment leaves the reminders of its own day.
    private(set) var earlier: [LocalTime] = []

    /// The number of earlier days that are retained.
    private static let earlierLimit = 3

    /// The position after another evaluation.
    func followed(by time: LocalTime, evaluated: Int64?) -> Self {
        let others = ([self.time] + earlier).filter { $0.date != time.date }
        return Self(
            time: time, evaluated: evaluated, earlier: Array(others.prefix(Self.earlierLimit)))
    }

    /// True if the evaluation was at a later instant: the clock was set back.
    func isAfter(_ now: Int64) -> Bool { evaluated.map { $0 > now } ?? false }

    /// The position at an instant. After the clock was set back, reminders are evaluated again when the
    /// clock passes their times again, and those that were withdrawn at once; the delivery log has the
    /// reminders that were sent. A reminder that was withdrawn at a later instant than `now` is evaluated
    /// again even if the position is not of that instant: a channel and the evaluation read the clock
    /// independently.
    func effectiveTime(
        at now: Int64, _ planner: NotificationPlanner, _ deliveries: [DeliveryRecord]
    ) -> LocalTime {
        let isAfter = isAfter(now)
        let repeatable = deliveries.filter {
            $0.isRepeatable && (isAfter || $0.withdrawn.map { $0 > now } ?? false)
        }
        guard isAfter || !repeatable.isEmpty else { return time }
        let today = planner.zones.civilDate(at: now)
        let withdrawn = repeatable.flatMap(\.notification.reminders)
            .filter { $0.day == today && !$0.kind.isAnnouncement }.map(\.timeBefore)
        guard isAfter else { return min(time, withdrawn.min() ?? time) }
        let start = planner.start(at: now)
        let passed = ([time] + earlier).first { $0.date == today } ?? start
        return min(passed, withdrawn.min() ?? passed, start)
    }
}
