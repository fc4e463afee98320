package import CivilTime
import Memberwise
import TrackerRules

/// The plain model: a slow second implementation of the tracker rules, for comparison. The model caches
/// nothing and shares only the calendar with the modules.
@Memberwise
package struct PlainModel: Sendable {
    package enum Rule: Hashable, Sendable {
        case daily
        case weekly(Set<Int>)
        case monthly(Set<Int>)
        case everyDays(Int)
        /// ISO weekdays; empty for the weekday of the first day.
        case everyWeeks(Int, Set<Int>, firstWeekday: Int)
        case timesAWeek(Int, firstWeekday: Int)
        case timesAMonth(Int)
        case sticky
        case adhoc(CivilDate?)
    }

    package enum Kind: Hashable, Sendable {
        case checkbox
        case cumulative(target: Double?, isAverage: Bool)
        case container
    }

    package struct Config: Sendable {
        package var kind: Kind = .checkbox
        package var rule: Rule = .daily
        /// Distinct ranks of slots, 0 (all day) to 3 (evening), ascending; at least one, and only one for a
        /// cumulative kind.
        package var slots: [Int] = [0]
        package var carriesForward = false
        package var isPassive = false

        package init(
            kind: Kind = .checkbox, rule: Rule = .daily, slots: [Int] = [0],
            carriesForward: Bool = false,
            isPassive: Bool = false
        ) {
            self.kind = kind
            self.rule = rule
            self.slots = slots
            self.carriesForward = carriesForward
            self.isPassive = isPassive
        }
    }

    @Memberwise
    package struct Past: Sendable {
        package var from: CivilDate
        package var until: CivilDate
        package var config: Config
        /// The container in the past; outer nil if unknown.
        package var parent: String??
    }

    @Memberwise
    package struct LoggedEntry: Sendable {
        package var isDone: Bool
        package var slot: Int? = nil
        package var value: Double? = nil
    }

    package struct Item: Sendable {
        package var id: String
        package var config: Config
        package var created: CivilDate
        /// The last day before an open pause.
        package var lastDayBeforePause: CivilDate?
        /// Pauses that have ended.
        package var pauses: [ClosedRange<CivilDate>] = []
        package var parent: String?
        package var order = 0
        package var past: [Past] = []
        package var logs: [CivilDate: [LoggedEntry]] = [:]

        package init(id: String, config: Config, created: CivilDate) {
            self.id = id
            self.config = config
            self.created = created
        }
    }

    package var items: [Item]
    package var vacations: Set<CivilDate> = []
    /// Dates that do not exist in the time zone.
    package var missingDays: Set<CivilDate> = []
}

// MARK: Schedule

extension PlainModel {
    func config(_ item: Item, _ day: CivilDate) -> Config {
        for past in item.past where past.from <= day && day <= past.until {
            return past.config
        }
        return item.config
    }

    func parent(_ item: Item, _ day: CivilDate) -> String? {
        for past in item.past where past.from <= day && day <= past.until {
            if let known = past.parent { return known }
        }
        return item.parent
    }

    /// True if the schedule has fixed days and `day` is one of them.
    func isScheduled(_ item: Item, _ day: CivilDate) -> Bool {
        switch config(item, day).rule {
        case .daily: return true
        case .weekly(let days): return days.contains(day.weekday)
        case .monthly(let days): return days.contains(day.day)
        case .everyDays(let count):
            var due = firstDay(item, day)
            while due < day { due = due.advanced(by: count) }
            return due == day
        case .everyWeeks(let count, let days, let firstWeekday):
            let first = firstDay(item, day)
            guard day >= first, (days.isEmpty ? [first.weekday] : days).contains(day.weekday) else {
                return false
            }
            var week = weekStart(of: first, firstWeekday)
            while week.advanced(by: 7) <= day { week = week.advanced(by: 7 * count) }
            return week <= day
        case .timesAWeek, .timesAMonth, .sticky, .adhoc: return false
        }
    }

    /// The creation day, or the day since which the rule is that of `day`.
    private func firstDay(_ item: Item, _ day: CivilDate) -> CivilDate {
        let rule = config(item, day).rule
        var first = day
        while first > item.created, config(item, first.advanced(by: -1)).rule == rule {
            first = first.advanced(by: -1)
        }
        return max(first, item.created)
    }

    func weekStart(of day: CivilDate, _ firstWeekday: Int) -> CivilDate {
        var start = day
        while start.weekday != firstWeekday { start = start.advanced(by: -1) }
        return start
    }

    func exists(_ item: Item, _ day: CivilDate) -> Bool {
        if day < item.created || missingDays.contains(day) { return false }
        if let stopped = item.lastDayBeforePause, day > stopped { return false }
        return !item.pauses.contains { $0.contains(day) }
    }

    /// True if rates, streaks and containers count the day.
    func isExpected(_ item: Item, _ day: CivilDate) -> Bool {
        let config = config(item, day)
        guard exists(item, day), !config.isPassive else { return false }
        if isCounted(config.rule) {
            return [.due, .done].contains(occurrenceState(item, day))
        }
        return isScheduled(item, day)
    }

    func isReminder(_ config: Config) -> Bool {
        switch config.rule {
        case .sticky, .adhoc: return true
        default: return false
        }
    }

    func isShown(_ item: Item, _ day: CivilDate) -> Bool {
        guard exists(item, day) else { return false }
        let config = config(item, day)
        switch config.rule {
        case .sticky:
            var slots: Set<Int> = []
            let logs = item.logs.filter { $0.key <= day }
            for log in logs.values.joined() where log.isDone {
                let slot = config.slots.count == 1 ? config.slots[0] : log.slot ?? config.slots[0]
                if config.slots.contains(slot) { slots.insert(slot) }
            }
            return slots.count < config.slots.count
        case .adhoc(let date):
            return date == day
        case .timesAWeek, .timesAMonth:
            return isExpected(item, day)
        case .daily, .weekly, .monthly, .everyDays, .everyWeeks:
            return isScheduled(item, day)
        }
    }

    func carried(_ item: Item, _ day: CivilDate) -> (original: CivilDate, slots: [Int])? {
        let present = config(item, day)
        if present.kind == .container || present.isPassive || !present.carriesForward { return nil }
        switch present.rule {
        case .weekly, .monthly, .everyDays, .everyWeeks: break
        case .daily, .timesAWeek, .timesAMonth, .sticky, .adhoc: return nil
        }
        guard exists(item, day), !isShown(item, day) else { return nil }
        for back in 1...60 {
            let earlier = day.advanced(by: -back)
            if earlier < item.created { return nil }
            // No occurrence was due during a pause.
            guard exists(item, earlier), isScheduled(item, earlier) else {
                continue
            }
            if vacations.contains(earlier) { return nil }
            return openSlots(item, config(item, earlier), earlier, day).map { (earlier, $0) }
        }
        return nil
    }

    /// The open slots of a missed occurrence, by the entries of its day and of the day to which it is
    /// carried.
    private func openSlots(
        _ item: Item, _ config: Config, _ original: CivilDate, _ day: CivilDate
    ) -> [Int]? {
        if config.kind == .container { return nil }
        let both = logs(item, original) + logs(item, day)
        if case .cumulative = config.kind {
            return mark(config, both) == .open ? listedSlots(config.slots, config) : nil
        }
        let open = config.slots.filter { slot in
            config.slots.count == 1
                ? both.isEmpty : !both.contains { ($0.slot ?? config.slots[0]) == slot }
        }
        if open.isEmpty { return nil }
        return listedSlots(open, config)
    }

    /// An untimed item is listed in the morning.
    private func listedSlots(_ slots: [Int], _ config: Config) -> [Int] {
        config.slots == [0] ? [1] : slots
    }

    func logs(_ item: Item, _ day: CivilDate) -> [LoggedEntry] {
        item.logs[day] ?? []
    }
}
