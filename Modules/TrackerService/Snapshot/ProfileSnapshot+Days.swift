import CivilTime
import RPC
import Tracker

extension ProfileSnapshot {
    /// The day of the clock in the profile's zone; the day before until the time of `dayEnd`.
    func today(now: Int64) -> CivilDate {
        dayEnd.today(at: now, in: zones)
    }

    /// The day that a request asks about: `requested`, else today.
    /// - Throws: INVALID_ARGUMENT for a day that does not exist in the profile's zone.
    func today(_ requested: CivilDate?, now: Int64) throws(Status) -> CivilDate {
        guard let requested else { return today(now: now) }
        try checkExists(requested)
        return requested
    }

    /// The day that a request writes on: `requested`, else today.
    /// - Throws: INVALID_ARGUMENT for a day that cannot be written on.
    func writableDay(_ requested: CivilDate?, now: Int64) throws(Status) -> CivilDate {
        let day = requested ?? today(now: now)
        try checkWritable(day)
        return day
    }

    /// - Throws: INVALID_ARGUMENT for a day that does not exist in the profile's zone or is out of
    ///   range.
    func checkWritable(_ day: CivilDate) throws(Status) {
        guard measurableDays.contains(day) else {
            throw Status(
                .invalidArgument,
                "The day \(day) is out of range: days are \(measurableDays.lowerBound) to "
                    + "\(measurableDays.upperBound).",
                hint: "Check the year. A day is written as in --on 2026-01-31")
        }
        try checkExists(day)
    }

    /// Rejects an entry of an activity on a day after today.
    /// - Throws: FAILED_PRECONDITION for a day after today.
    func checkNotFuture(_ day: CivilDate, for activity: Activity, now: Int64) throws(Status) {
        guard let reason = futureReason(day, now: now) else { return }
        let plan = "dayline reminder add \(quoted(activity.name + " again")) --on \(day)"
        throw Status(
            .failedPrecondition,
            "\(reason), so nothing is logged for \"\(activity.name)\" on \(day).",
            hint: "To log it anyway, add: --future. To plan it: \(plan)")
    }

    /// Rejects a weight entry on a day after today.
    /// - Throws: FAILED_PRECONDITION for a day after today.
    func checkNotFuture(_ day: CivilDate, now: Int64) throws(Status) {
        guard let reason = futureReason(day, now: now) else { return }
        throw Status(
            .failedPrecondition, "\(reason), so no weight is entered on \(day).",
            hint: "To enter it anyway, add: --future")
    }

    /// The sentence that a day is after today, without its end; nil for today and earlier days.
    private func futureReason(_ day: CivilDate, now: Int64) -> String? {
        let today = today(now: now)
        guard day > today else { return nil }
        return zones.localTime(at: now).date == day
            ? "Today is still \(today), by the setting dayEnd"
            : "\(day) is after today, \(today)"
    }

    /// True if the day exists in the profile's zone.
    func exists(_ day: CivilDate) -> Bool { zones.length(of: day) > 0 }

    /// - Throws: INVALID_ARGUMENT for a day that a zone change left out, as in Samoa in 2011.
    private func checkExists(_ day: CivilDate) throws(Status) {
        guard !exists(day) else { return }
        let (zone, next) = (zones.zone(on: day), zones.zone(on: day.advanced(by: 1)))
        guard zone.length(of: day) == 0 else {
            throw Status(
                .invalidArgument,
                "The day \(day) does not exist in this profile: it moved across the date line.",
                hint: "Your zone went from \(zone.name) to \(next.name). "
                    + "Show the zones with: dayline profile show")
        }
        throw Status(
            .invalidArgument, "The day \(day) does not exist in \(zone.name).",
            hint: "The clocks there went from the day before to the day after.")
    }
}
