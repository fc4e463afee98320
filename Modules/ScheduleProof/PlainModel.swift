package import CivilTime

/// The rules of a day once more, written slowly and plainly from their text: nothing is kept or
/// prepared, and nothing is shared with the modules but the calendar. The two are compared.
package struct PlainModel: Sendable {
    package enum Rule: Hashable, Sendable {
        case daily
        case weekly(Set<Int>)
        case monthly(Set<Int>)
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
        /// Ranks of slots, 0 all day to 3 evening, ascending, each once; at least one, and one only
        /// where the kind is cumulative.
        package var slots: [Int] = [0]
        package var carry = false
        package var passive = false

        package init(
            kind: Kind = .checkbox, rule: Rule = .daily, slots: [Int] = [0], carry: Bool = false,
            passive: Bool = false
        ) {
            self.kind = kind
            self.rule = rule
            self.slots = slots
            self.carry = carry
            self.passive = passive
        }
    }

    package struct Past: Sendable {
        package var from: CivilDate
        package var until: CivilDate
        package var config: Config
        /// The container then; outer nil when nobody knows.
        package var parent: String??

        package init(from: CivilDate, until: CivilDate, config: Config, parent: String??) {
            self.from = from
            self.until = until
            self.config = config
            self.parent = parent
        }
    }

    package struct Log: Sendable {
        package var done: Bool
        package var slot: Int?
        package var value: Double?

        package init(done: Bool, slot: Int? = nil, value: Double? = nil) {
            self.done = done
            self.slot = slot
            self.value = value
        }
    }

    package struct Item: Sendable {
        package var id: String
        package var config: Config
        package var created: CivilDate
        /// The last day before a pause that goes on.
        package var stopped: CivilDate?
        /// Pauses that are over.
        package var pauses: [ClosedRange<CivilDate>] = []
        package var parent: String?
        package var order = 0
        package var past: [Past] = []
        package var logs: [CivilDate: [Log]] = [:]

        package init(id: String, config: Config, created: CivilDate) {
            self.id = id
            self.config = config
            self.created = created
        }
    }

    package var items: [Item]
    package var vacations: Set<CivilDate>
    /// Dates that were no days.
    package var missing: Set<CivilDate>

    package init(
        items: [Item], vacations: Set<CivilDate> = [], missing: Set<CivilDate> = []
    ) {
        self.items = items
        self.vacations = vacations
        self.missing = missing
    }
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

    func scheduled(_ config: Config, _ day: CivilDate) -> Bool {
        switch config.rule {
        case .daily: return true
        case .weekly(let days): return days.contains(day.weekday)
        case .monthly(let days): return days.contains(day.day)
        case .sticky, .adhoc: return false
        }
    }

    func exists(_ item: Item, _ day: CivilDate) -> Bool {
        if day < item.created || missing.contains(day) { return false }
        if let stopped = item.stopped, day > stopped { return false }
        return !item.pauses.contains { $0.contains(day) }
    }

    /// What rates, streaks and containers count.
    func expected(_ item: Item, _ day: CivilDate) -> Bool {
        let config = config(item, day)
        return exists(item, day) && scheduled(config, day) && !config.passive
    }

    func isReminder(_ config: Config) -> Bool {
        switch config.rule {
        case .sticky, .adhoc: return true
        case .daily, .weekly, .monthly: return false
        }
    }

    func shows(_ item: Item, _ day: CivilDate) -> Bool {
        guard exists(item, day) else { return false }
        let config = config(item, day)
        switch config.rule {
        case .sticky:
            var slots: Set<Int> = []
            let logs = item.logs.filter { $0.key <= day }
            for log in logs.values.joined() where log.done {
                let slot = config.slots.count == 1 ? config.slots[0] : log.slot ?? config.slots[0]
                if config.slots.contains(slot) { slots.insert(slot) }
            }
            return slots.count < config.slots.count
        case .adhoc(let date):
            return date == day
        case .daily, .weekly, .monthly:
            return scheduled(config, day)
        }
    }

    func carried(_ item: Item, _ day: CivilDate) -> (original: CivilDate, slots: [Int])? {
        let present = config(item, day)
        if present.kind == .container || present.passive || !present.carry { return nil }
        switch present.rule {
        case .weekly, .monthly: break
        case .daily, .sticky, .adhoc: return nil
        }
        guard exists(item, day), !shows(item, day) else { return nil }
        for back in 1...60 {
            let earlier = day.advanced(by: -back)
            if earlier < item.created { return nil }
            // The days of a pause were not due.
            guard exists(item, earlier), scheduled(config(item, earlier), earlier) else { continue }
            if vacations.contains(earlier) { return nil }
            return openThere(item, config(item, earlier), earlier, day).map { (earlier, $0) }
        }
        return nil
    }

    /// What is open of a missed occurrence, by the logs of its day and of the day it is carried to.
    private func openThere(
        _ item: Item, _ config: Config, _ original: CivilDate, _ day: CivilDate
    ) -> [Int]? {
        if config.kind == .container { return nil }
        let both = logs(item, original) + logs(item, day)
        if case .cumulative = config.kind {
            return mark(config, both) == .open ? listed(config.slots, config) : nil
        }
        let open = config.slots.filter { slot in
            config.slots.count == 1
                ? both.isEmpty : !both.contains { ($0.slot ?? config.slots[0]) == slot }
        }
        if open.isEmpty { return nil }
        return listed(open, config)
    }

    /// What has no time of its own is listed in the morning.
    private func listed(_ slots: [Int], _ config: Config) -> [Int] {
        config.slots == [0] ? [1] : slots
    }

    func logs(_ item: Item, _ day: CivilDate) -> [Log] {
        item.logs[day] ?? []
    }
}
