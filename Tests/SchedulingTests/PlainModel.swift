import CivilTime

/// The rules of a day once more, written slowly and plainly from their text: nothing is indexed,
/// nothing is shared with the modules but the calendar. Tests compare the two.
struct PlainModel {
    enum Rule {
        case daily
        case weekly(Set<Int>)
        case monthly(Set<Int>)
        case sticky
        case adhoc(CivilDate?)
    }

    enum Kind {
        case checkbox
        case cumulative(target: Double?)
        case container
    }

    struct Past {
        var from: CivilDate
        var until: CivilDate
        var rule: Rule
        var slots: [Int]
        var carry: Bool
        /// The container then; outer nil when nobody knows.
        var parent: String??
    }

    struct Item {
        var id: String
        var kind: Kind
        var rule: Rule
        /// Ranks of slots, 0 all day to 3 evening, each once; at least one.
        var slots: [Int]
        var created: CivilDate
        var stopped: CivilDate?
        var carry: Bool
        var parent: String?
        var order: Int
        var past: [Past]
    }

    struct Log {
        var item: String
        var day: CivilDate
        var done: Bool
        var slot: Int?
        var value: Double?
    }

    var items: [Item]
    var logs: [Log]
    var vacations: Set<CivilDate>
}

// MARK: Schedule

extension PlainModel {
    func config(_ item: Item, _ day: CivilDate) -> (rule: Rule, slots: [Int], carry: Bool) {
        for past in item.past where past.from <= day && day <= past.until {
            return (past.rule, past.slots, past.carry)
        }
        return (item.rule, item.slots, item.carry)
    }

    func parent(_ item: Item, _ day: CivilDate) -> String? {
        for past in item.past where past.from <= day && day <= past.until {
            if let known = past.parent { return known }
        }
        return item.parent
    }

    func scheduled(_ item: Item, _ day: CivilDate) -> Bool {
        switch config(item, day).rule {
        case .daily: return true
        case .weekly(let days): return days.contains(day.weekday)
        case .monthly(let days): return days.contains(day.day)
        case .sticky, .adhoc: return false
        }
    }

    func exists(_ item: Item, _ day: CivilDate) -> Bool {
        if day < item.created { return false }
        if let stopped = item.stopped, day > stopped { return false }
        return true
    }

    func shows(_ item: Item, _ day: CivilDate) -> Bool {
        guard exists(item, day) else { return false }
        let config = config(item, day)
        switch config.rule {
        case .sticky:
            let done = logs.filter { $0.item == item.id && $0.done }
            var slots: Set<Int> = []
            for log in done {
                let slot = config.slots.count == 1 ? config.slots[0] : log.slot ?? config.slots[0]
                if config.slots.contains(slot) { slots.insert(slot) }
            }
            return slots.count < config.slots.count
        case .adhoc(let date):
            return date == day
        case .daily, .weekly, .monthly:
            return scheduled(item, day)
        }
    }

    func logs(_ item: Item, _ day: CivilDate) -> [Log] {
        logs.filter { $0.item == item.id && $0.day == day }
    }

    func carried(_ item: Item, _ day: CivilDate) -> (original: CivilDate, slots: [Int])? {
        let present = config(item, day)
        if case .container = item.kind { return nil }
        switch present.rule {
        case .weekly, .monthly: break
        case .daily, .sticky, .adhoc: return nil
        }
        guard present.carry, exists(item, day), !shows(item, day) else { return nil }
        for back in 1...60 {
            let earlier = day.advanced(by: -back)
            if earlier < item.created { return nil }
            guard scheduled(item, earlier) else { continue }
            if vacations.contains(earlier) { return nil }
            let slots = config(item, earlier).slots
            let both = logs(item, earlier) + logs(item, day)
            let open = slots.filter { slot in
                slots.count == 1
                    ? both.isEmpty : !both.contains { ($0.slot ?? slots[0]) == slot }
            }
            if case .cumulative(let target?) = item.kind {
                let total = both.filter(\.done).reduce(0) { $0 + ($1.value ?? 0) }
                if total >= target || both.contains(where: { !$0.done }) { return nil }
                return (earlier, slots.map { $0 == 0 ? 1 : $0 })
            }
            if open.isEmpty { return nil }
            return (earlier, open.count == 1 && open[0] == 0 ? [1] : open)
        }
        return nil
    }
}

// MARK: Status

extension PlainModel {
    enum Mark { case open, done, skipped }

    func slotMarks(_ item: Item, _ day: CivilDate) -> [Mark] {
        let slots = config(item, day).slots
        return slots.map { slot in
            let here = logs(item, day).filter {
                slots.count == 1 || ($0.slot ?? slots[0]) == slot
            }
            if here.contains(where: \.done) { return .done }
            return here.isEmpty ? .open : .skipped
        }
    }

    func children(_ container: Item, _ day: CivilDate) -> [Item] {
        items.filter { $0.parent == container.id || parent($0, day) == container.id }
            .filter { parent($0, day) == container.id }
            .filter { (exists($0, day) && scheduled($0, day)) || carried($0, day) != nil }
            .sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    }

    /// A carried child is open on the days it is carried to.
    func childMark(_ child: Item, _ day: CivilDate) -> Mark {
        exists(child, day) && scheduled(child, day) ? mark(child, day) : .open
    }

    func mark(_ item: Item, _ day: CivilDate) -> Mark {
        switch item.kind {
        case .checkbox:
            let marks = slotMarks(item, day)
            if marks.allSatisfy({ $0 == .done }) { return .done }
            return marks.contains(.open) ? .open : .skipped
        case .cumulative(let target):
            let today = logs(item, day)
            let total = today.filter(\.done).reduce(0) { $0 + ($1.value ?? 0) }
            if let target, total >= target { return .done }
            if target == nil, today.contains(where: \.done) { return .done }
            return today.contains { !$0.done } ? .skipped : .open
        case .container:
            let marks = children(item, day).map { childMark($0, day) }
            if marks.isEmpty || marks.contains(.open) { return .open }
            return marks.contains(.done) ? .done : .skipped
        }
    }

    /// Whether a day adds to the streak: several sessions count when all are settled, one done.
    func earns(_ item: Item, _ day: CivilDate) -> Bool {
        if case .checkbox = item.kind {
            let marks = slotMarks(item, day)
            return !marks.contains(.open) && marks.contains(.done)
        }
        return mark(item, day) == .done
    }
}

// MARK: Rates and streaks

extension PlainModel {
    func expectation(_ item: Item, _ day: CivilDate) -> (done: Int, expected: Int) {
        switch item.kind {
        case .checkbox:
            let marks = slotMarks(item, day)
            return (marks.count { $0 == .done }, marks.count { $0 != .skipped })
        case .cumulative:
            switch mark(item, day) {
            case .done: return (1, 1)
            case .skipped: return (0, 0)
            case .open: return (0, 1)
            }
        case .container:
            var sum = (done: 0, expected: 0)
            for child in children(item, day) {
                if exists(child, day), scheduled(child, day) {
                    let part = expectation(child, day)
                    sum.done += part.done
                    sum.expected += part.expected
                } else if let carried = carried(child, day) {
                    sum.expected += carried.slots.count
                }
            }
            return sum
        }
    }

    func rate(_ item: Item, days: Int, endingOn last: CivilDate) -> Double {
        var done = 0.0
        var expected = 0.0
        for back in 0..<days {
            let day = last.advanced(by: -back)
            guard !vacations.contains(day), exists(item, day), scheduled(item, day) else {
                continue
            }
            let part = expectation(item, day)
            guard part.expected > 0 else { continue }
            if case .container = item.kind {
                done += Double(part.done) / Double(part.expected)
                expected += 1
            } else {
                done += Double(part.done)
                expected += Double(part.expected)
            }
        }
        return expected > 0 ? done / expected : 0
    }

    func passes(_ item: Item, _ day: CivilDate) -> Bool {
        if !exists(item, day) || !scheduled(item, day) || vacations.contains(day) { return true }
        if case .container = item.kind, children(item, day).isEmpty { return true }
        return mark(item, day) == .skipped
    }

    private func counts(_ item: Item, _ day: CivilDate) -> Bool {
        exists(item, day) && scheduled(item, day) && earns(item, day)
    }

    func currentStreak(_ item: Item, asOf today: CivilDate) -> Int {
        let last = min(today, item.stopped ?? today)
        var day = counts(item, last) ? last : last.advanced(by: -1)
        var streak = 0
        while day >= item.created {
            if counts(item, day) {
                streak += 1
            } else if !passes(item, day) {
                break
            }
            day = day.advanced(by: -1)
        }
        return streak
    }

    func longestStreak(_ item: Item, asOf today: CivilDate) -> Int {
        let last = min(today, item.stopped ?? today)
        var longest = 0
        var streak = 0
        var day = last
        while day >= item.created {
            if counts(item, day) {
                streak += 1
                longest = max(longest, streak)
            } else if !passes(item, day), day != last {
                streak = 0
            }
            day = day.advanced(by: -1)
        }
        return longest
    }

    func todayList(_ day: CivilDate) -> [String] {
        items.filter { item in
            parent(item, day).map { id in !items.contains { $0.id == id } } ?? true
        }
        .filter { shows($0, day) || carried($0, day) != nil }
        .sorted { ($0.order, $0.id) < ($1.order, $1.id) }
        .map(\.id)
    }
}
