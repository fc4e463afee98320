import CivilTime
import Tracker

/// The offsets of a zone as a component of an iCalendar object (RFC 5545, section 3.6.5).
struct CalendarZone: Sendable {
    let zone: Zone
    /// The first day with times in the zone.
    let first: CivilDate

    /// Years after ``first`` for which changes are listed that no rule expresses.
    private static let listedYears = 30

    func write(to text: inout CalendarText) {
        let start = floorDivision(zone.startOfDay(first), 1000)
        let yearly = zone.yearlyChanges.flatMap { yearly -> (since: Int64, rules: [Rule])? in
            let rules = yearly.changes.compactMap(Rule.init)
            return rules.count == yearly.changes.count ? (yearly.since, rules) : nil
        }
        text.add("BEGIN", "VTIMEZONE")
        text.add("TZID", zone.name)
        let offset = zone.offset(atSeconds: start)
        write(OffsetChange(instant: start, before: offset, after: offset), to: &text)
        var pending = yearly?.rules ?? []
        let years = yearly == nil ? Self.listedYears : 2
        let end = max(start, yearly?.since ?? start) + Int64(years) * 366 * secondsPerDay
        for change in zone.offsetChanges(after: start, before: end) {
            guard let yearly, change.instant >= yearly.since else {
                write(change, to: &text)
                continue
            }
            // The first change of each rule stands for all later ones.
            let index = pending.firstIndex {
                $0.change.before == change.before && $0.change.after == change.after
            }
            guard let index else { continue }
            write(change, rule: pending.remove(at: index).text, to: &text)
        }
        text.add("END", "VTIMEZONE")
    }

    private func write(
        _ change: OffsetChange, rule: String? = nil, to text: inout CalendarText
    ) {
        let name = change.after > change.before ? "DAYLIGHT" : "STANDARD"
        let local = Zone.utc.localTime(at: (change.instant + Int64(change.before)) * 1000)
        text.add("BEGIN", name)
        text.add("DTSTART", local.basicText)
        text.add("TZOFFSETFROM", Self.text(of: change.before))
        text.add("TZOFFSETTO", Self.text(of: change.after))
        if let rule { text.add("RRULE", rule) }
        text.add("END", name)
    }

    /// An offset as `+0530`, with seconds if there are any.
    private static func text(of offset: Int) -> String {
        let seconds = abs(offset)
        return (offset < 0 ? "-" : "+") + twoDigits(seconds / 3600) + twoDigits(seconds / 60 % 60)
            + (seconds % 60 == 0 ? "" : twoDigits(seconds % 60))
    }

    /// A yearly change as a recurrence rule.
    private struct Rule {
        let change: YearlyOffsetChange
        let text: String

        /// Nil if the day of the change can be in another month than the weekday that determines the day.
        init?(_ change: YearlyOffsetChange) {
            self.change = change
            let codes = Schedule.weekdayCodes
            let shift = Int(floorDivision(Int64(change.second), secondsPerDay))
            let month = "FREQ=YEARLY;BYMONTH=\(change.month)"
            guard shift != 0 else {
                let week = change.week == 5 ? -1 : change.week
                text = month + ";BYDAY=\(week)" + codes[change.weekday - 1]
                return
            }
            // A change at 24:00 of the last Thursday, for example, is on a Friday of a range of days.
            let length = CivilDate.lengthOfMonth(change.month, in: 2001)
            let firstDay = (change.week == 5 ? length - 6 : 7 * (change.week - 1) + 1) + shift
            guard firstDay >= 1, firstDay + 6 <= length, change.month != 2 else { return nil }
            let weekday = ((change.weekday - 1 + shift) % 7 + 7) % 7
            let days = (firstDay...firstDay + 6).map(String.init).joined(separator: ",")
            text = month + ";BYMONTHDAY=\(days);BYDAY=" + codes[weekday]
        }
    }
}

extension LocalTime {
    /// The time in the basic format of iCalendar: `20260105T080000`.
    var basicText: String {
        date.basicText + "T" + twoDigits(secondOfDay / 3600) + twoDigits(secondOfDay / 60 % 60)
            + twoDigits(secondOfDay % 60)
    }
}
