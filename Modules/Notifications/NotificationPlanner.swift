package import CivilTime
import Memberwise
import Tracker

/// Computes the notifications that are due and the next instant at which one may be.
///
/// The **position** is the local time up to which reminders were evaluated. A reminder is evaluated once,
/// when the local clock first passes its time, whichever way the clock is set: a time that the clock skips
/// is passed by the jump, and a time that the clock shows twice is passed once. Reminders expire at the end
/// of their day. During quiet hours nothing is evaluated, so that reminders wait for their end.
@Memberwise
package struct NotificationPlanner: Sendable {
    package var rules: NotificationRules
    package var zones: ZoneHistory

    /// The number of days, from today on, in which the next reminder is searched: more than the longest
    /// distance of two reminders that recur.
    private static let searchedDays = 400

    /// The result of an evaluation.
    package struct Evaluation: Hashable, Sendable {
        /// The notifications to send, at most one for each part of the day and one of announcements.
        package var due: [ReminderNotification]
        /// The position after the evaluation.
        package var position: LocalTime
    }

    /// The position of a profile that was never evaluated: reminders before `now` are not sent.
    package func start(at now: Int64) -> LocalTime { zones.highestLocalTime(at: now) }

    /// True if nothing is sent at an instant.
    package func isQuiet(at now: Int64) -> Bool {
        rules.quietHours?.contains(zones.localTime(at: now).secondOfDay / 60) ?? false
    }

    /// The end of the quiet hours that contain an instant; nil outside of quiet hours.
    package func endOfQuietHours(at now: Int64) -> Int64? {
        isQuiet(at: now) ? endOfQuietHours(after: now) : nil
    }

    /// The reminders of today after `position` that the clock has passed; empty during quiet hours.
    package func pending(after position: LocalTime, at now: Int64) -> [PlannedReminder] {
        guard !isQuiet(at: now) else { return [] }
        let clock = zones.highestLocalTime(at: now)
        return rules.reminders(on: zones.civilDate(at: now)).filter {
            $0.time > position && $0.time <= clock
        }
    }

    /// The position at an instant at which no reminder is due. Called with the previous rules and zones
    /// before they change, so that a new reminder with an earlier time is not taken for a missed one.
    ///
    /// - Parameters:
    ///   - position: The previous position.
    ///   - evaluated: The instant of the previous evaluation or advance.
    ///   - now: Milliseconds since 1970 UTC.
    /// - Returns: The position, not before the previous one.
    package func advanced(_ position: LocalTime, from evaluated: Int64, to now: Int64) -> LocalTime
    {
        guard isQuiet(at: now) else { return max(position, zones.highestLocalTime(at: now)) }
        guard let start = startOfQuietHours(before: now), start > evaluated else { return position }
        return max(position, zones.highestLocalTime(at: start - 1))
    }

    /// Evaluates the reminders after `position`.
    ///
    /// - Parameters:
    ///   - position: The position of the previous evaluation.
    ///   - now: Milliseconds since 1970 UTC.
    ///   - state: The facts of the local day of `now`.
    ///   - announced: The keys of announcements that were sent.
    /// - Returns: The notifications that are due, and the next position.
    package func evaluation(
        after position: LocalTime, at now: Int64, _ state: DayState, announced: Set<String> = []
    ) -> Evaluation {
        guard !isQuiet(at: now) else { return Evaluation(due: [], position: position) }
        let texts = NotificationTexts(rules, state)
        let announcements = texts.announcements.filter { !announced.contains($0.key) }
        let byPart = Dictionary(grouping: pending(after: position, at: now)) {
            rules.dayParts.part(at: $0.minute)
        }
        let groups = DayPartReminder.allCases.compactMap { byPart[$0] } + [announcements]
        return Evaluation(
            due: groups.compactMap { ReminderNotification($0, texts) },
            position: max(position, zones.highestLocalTime(at: now)))
    }

    /// The next instant after `now` at which to evaluate, in milliseconds since 1970 UTC: that of the next
    /// reminder, the end of quiet hours with a waiting reminder, or a change of the UTC offset, which can
    /// pass reminders or begin another day. Nil if no reminder is planned; the end of the searched days if
    /// one may be planned after them.
    /// `hasAnnouncement` is true if an announcement waits for the end of quiet hours.
    package func next(
        after position: LocalTime, at now: Int64, hasAnnouncement: Bool = false
    ) -> Int64? {
        let clock = zones.highestLocalTime(at: now)
        let today = zones.civilDate(at: now)
        var instants: [Int64] = []
        if isQuiet(at: now), let end = endOfQuietHours(after: now) {
            let days = [today, today.advanced(by: 1)]
            let isWaiting = days.flatMap(rules.reminders).contains {
                $0.time > position && $0.time <= clock
            }
            if hasAnnouncement || isWaiting { instants.append(end) }
        }
        let reminders = (-1..<Self.searchedDays).lazy.map(today.advanced(by:)).map { day in
            rules.reminders(on: day).filter { $0.time > position }.map {
                zones.instant(of: $0.time)
            }
            .filter { $0 > now }
        }
        if let first = reminders.first(where: { !$0.isEmpty })?.min() {
            instants.append(first)
            let change = zones.segment(atSeconds: floorDivision(now, 1000)).end
            if change < first / 1000 { instants.append(change * 1000) }
        } else if !rules.categories.isEmpty {
            let end = today.advanced(by: Self.searchedDays - 1)
            instants.append(zones.instant(of: LocalTime(date: end, secondOfDay: 0)))
        }
        return instants.min()
    }

    /// A reminder with the instant at which it is sent.
    package struct Upcoming: Hashable, Sendable {
        package var at: Int64
        package var reminder: PlannedReminder
        /// True if quiet hours last until another day, so that the reminder is never sent; `at` is its
        /// instant without quiet hours.
        package var isSilenced: Bool
    }

    /// The reminders of the next day on which one is sent, in order of time, after those of the first day
    /// before it on which quiet hours silence all.
    package func upcoming(after position: LocalTime, at now: Int64) -> [Upcoming] {
        let today = zones.civilDate(at: now)
        var silenced: [Upcoming] = []
        for day in (0..<Self.searchedDays).lazy.map(today.advanced(by:)) {
            let upcoming = rules.reminders(on: day).filter { $0.time > position }
                .map { reminder in
                    let sent = delivery(of: reminder)
                    return Upcoming(
                        at: sent ?? zones.instant(of: reminder.time), reminder: reminder,
                        isSilenced: sent == nil)
                }
                .filter { $0.at > now }
                .sorted { ($0.at, $0.reminder.key) < ($1.at, $1.reminder.key) }
            if upcoming.contains(where: { !$0.isSilenced }) { return silenced + upcoming }
            if silenced.isEmpty { silenced = upcoming }
        }
        return silenced
    }

    /// The instant at which a reminder is sent; nil if quiet hours last until another day.
    private func delivery(of reminder: PlannedReminder) -> Int64? {
        let instant = zones.instant(of: reminder.time)
        guard isQuiet(at: instant) else { return instant }
        guard let end = endOfQuietHours(after: instant), zones.civilDate(at: end) == reminder.day
        else { return nil }
        return end
    }

    /// The start of the quiet hours that contain an instant; nil without quiet hours.
    private func startOfQuietHours(before now: Int64) -> Int64? {
        guard let start = rules.quietHours?.start else { return nil }
        let local = zones.localTime(at: now)
        let day = start <= local.secondOfDay / 60 ? local.date : local.date.advanced(by: -1)
        return zones.instant(of: LocalTime(date: day, secondOfDay: start * 60))
    }

    /// The end of the quiet hours that contain an instant; nil without quiet hours.
    private func endOfQuietHours(after now: Int64) -> Int64? {
        guard let end = rules.quietHours?.end else { return nil }
        let local = zones.localTime(at: now)
        let isTomorrow = end <= local.secondOfDay / 60
        let day = isTomorrow ? local.date.advanced(by: 1) : local.date
        let instant = zones.instant(of: LocalTime(date: day, secondOfDay: end * 60))
        guard instant <= now else { return instant }
        // The clock was set back, and shows the end a second time.
        return now + Int64(end * 60 - local.secondOfDay + (isTomorrow ? 86_400 : 0)) * 1000
    }
}
