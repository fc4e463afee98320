import CivilTime
import Contracts
import Tracker
import TrackerRules

extension ProfileSnapshot {
    /// The page of a day; `now` is the clock in milliseconds since 1970.
    func day(_ day: CivilDate, now: Int64) -> Journal.DayResponse {
        let agenda = agenda(on: day)
        let clock = zones.localTime(at: now)
        let today = today(now: now)
        let lastOfWeek = Interval.week.bucket(containing: day, weekStart: weekStart).end
        let week = history.heatMap(
            weeks: 1, asOf: max(day, min(lastOfWeek, today)), weekStart: weekStart)
        return Journal.DayResponse(
            agenda: agenda, today: today, now: clock.hourAndMinute,
            times: agenda.completed.compactMap(time(on: day)),
            week: week.compactMap(heatDay),
            atRisk: day == today ? atRisk(agenda, asOf: day) : [],
            todayEndsAt: secondText(dayEnd.end(of: today, in: zones)),
            dayParts: history.dayParts.text)
    }

    /// A day of a heat map; nil beyond the ends of the calendar.
    func heatDay(_ day: CivilDate, _ status: DaySummary) -> Statistics.HeatDay? {
        guard (CivilDate.distantPast...CivilDate.distantFuture).contains(day) else { return nil }
        return Statistics.HeatDay(
            date: day, rate: status.rate, level: status.level.rawValue,
            open: status.isOpen ? true : nil)
    }

    /// The last `count` days of all activities that exist on the last of them.
    func recentDays(_ count: Int, through today: CivilDate) -> Statistics.RecentDaysResponse {
        Statistics.RecentDaysResponse(
            activities: activities.filter { $0.created <= today }
                .sorted { $0.id.rawValue < $1.id.rawValue }
                .map { activity in
                    Statistics.ActivityDays(
                        id: activity.id,
                        days: (1 - count...0).compactMap { offset in
                            let day = today.advanced(by: offset)
                            return heatDay(day, history.status(of: activity, on: day, asOf: today))
                        })
                })
    }

    /// The time of the last entry of an item, if it was logged on the day itself.
    private func time(on day: CivilDate) -> (Journal.Item) -> Journal.EntryTime? {
        { item in
            let logged = history.entries(of: item.id, on: day).last {
                $0.outcome.isCompleted && ($0.slot ?? item.slot).listedSlot == item.slot.listedSlot
            }?.loggedAt
            guard let local = logged.map(zones.localTime(at:)), local.date == day else {
                return nil
            }
            return Journal.EntryTime(id: item.id, slot: item.slot, time: local.hourAndMinute)
        }
    }

    private func atRisk(
        _ agenda: Journal.TodayResponse, asOf today: CivilDate
    ) -> [Statistics.Streak] {
        Set(agenda.slots.lazy.flatMap { $0.items.lazy.map(\.id) }).compactMap {
            id -> Statistics.Streak? in
            guard let activity = catalog.activities[id] else { return nil }
            let streaks = history.streaks(of: activity, asOf: today)
            guard streaks.current > 0 else { return nil }
            return Statistics.Streak(
                id: id, name: activity.name, current: streaks.current, longest: streaks.longest,
                unit: streaks.unit)
        }
        .inOrder
    }
}

extension [Statistics.Streak] {
    /// The longest current streak first, equal ones by name.
    var inOrder: Self {
        sorted { ($1.current, $1.longest, $0.name) < ($0.current, $0.longest, $1.name) }
    }
}
