import CivilTime
import RPC
import Tracker

extension ProfileSnapshot {
    /// The day that a question is asked on: that of the clock, unless another is asked for.
    /// - Throws: INVALID_ARGUMENT for a day that the profile's zone left out.
    func today(_ asked: CivilDate?, now: Int64) throws(Status) -> CivilDate {
        guard let asked else { return zones.civilDate(at: now) }
        try checkExists(asked)
        return asked
    }

    /// The day that something is written on: that of the clock, unless another is named.
    /// - Throws: INVALID_ARGUMENT for a day that nothing is written on.
    func writableDay(_ asked: CivilDate?, now: Int64) throws(Status) -> CivilDate {
        let day = asked ?? zones.civilDate(at: now)
        try checkWritable(day)
        return day
    }

    /// - Throws: INVALID_ARGUMENT for a day that the profile's zone left out, or of another age.
    func checkWritable(_ day: CivilDate) throws(Status) {
        guard measurableDays.contains(day) else {
            throw Status(
                .invalidArgument,
                "Nothing is written on \(day): days go from \(measurableDays.lowerBound) to "
                    + "\(measurableDays.upperBound).",
                hint: "Look at the year: a day is named as in --on 2026-01-31")
        }
        try checkExists(day)
    }

    /// - Throws: FAILED_PRECONDITION for an entry on a day after today.
    func checkNotFuture(_ day: CivilDate, for activity: Activity, now: Int64) throws(Status) {
        let today = zones.civilDate(at: now)
        guard day > today else { return }
        let plan = "dayline reminder add \(quoted(activity.name + " again")) --on \(day)"
        throw Status(
            .failedPrecondition,
            "\(day) is after today, \(today), so nothing is logged for \"\(activity.name)\" on it.",
            hint: "If the day is meant, add: --future. To plan for it: \(plan)")
    }

    /// Whether there was such a day in the profile's zone.
    func exists(_ day: CivilDate) -> Bool { zones.length(of: day) > 0 }

    /// - Throws: INVALID_ARGUMENT for a day that the profile's zone left out, as Samoa did once.
    private func checkExists(_ day: CivilDate) throws(Status) {
        guard !exists(day) else { return }
        let (zone, next) = (zones.zone(on: day), zones.zone(on: day.advanced(by: 1)))
        guard zone.length(of: day) == 0 else {
            throw Status(
                .invalidArgument, "You had no \(day): you moved across the date line.",
                hint: "Your zone went from \(zone.name) to \(next.name). "
                    + "See it with: dayline profile show")
        }
        throw Status(
            .invalidArgument, "There was no \(day) in \(zone.name).",
            hint: "The clocks there went from the day before to the day after.")
    }
}
