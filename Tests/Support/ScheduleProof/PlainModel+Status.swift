import CivilTime

extension PlainModel {
    enum Mark { case open, done, skipped }

    func slotMarks(_ config: Config, _ logs: [LoggedEntry]) -> [Mark] {
        config.slots.map { slot in
            let here = logs.filter {
                config.slots.count == 1 || ($0.slot ?? config.slots[0]) == slot
            }
            if here.contains(where: \.isDone) { return .done }
            return here.isEmpty ? .open : .skipped
        }
    }

    /// The day value of a cumulative item.
    func total(_ logs: [LoggedEntry], isAverage: Bool) -> Double {
        let values = logs.filter(\.isDone).compactMap(\.value)
        let sum = values.reduce(0, +)
        return isAverage && !values.isEmpty ? sum / Double(values.count) : sum
    }

    /// The status of an item other than a container, from its entries.
    func mark(_ config: Config, _ logs: [LoggedEntry]) -> Mark {
        guard case .cumulative(let target, let isAverage) = config.kind else {
            let marks = slotMarks(config, logs)
            if marks.allSatisfy({ $0 == .done }) { return .done }
            return marks.contains(.open) ? .open : .skipped
        }
        if let target, total(logs, isAverage: isAverage) >= target { return .done }
        if target == nil, logs.contains(where: \.isDone) { return .done }
        return logs.contains { !$0.isDone } ? .skipped : .open
    }

    func children(_ container: Item, _ day: CivilDate) -> [Item] {
        items.filter { parent($0, day) == container.id }
            .filter { isExpected($0, day) || carried($0, day) != nil }
            .sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    }

    /// The status of a child on `day`; a carried child is open.
    func childMark(_ child: Item, _ day: CivilDate) -> Mark {
        isExpected(child, day) ? mark(child, day) : .open
    }

    func mark(_ item: Item, _ day: CivilDate) -> Mark {
        let config = config(item, day)
        guard config.kind == .container else { return mark(config, logs(item, day)) }
        let marks = children(item, day).map { childMark($0, day) }
        if marks.isEmpty || marks.contains(.open) { return .open }
        return marks.contains(.done) ? .done : .skipped
    }

    /// True if the day extends the streak: several sessions count if all are settled and one is done.
    func extendsStreak(_ item: Item, _ day: CivilDate) -> Bool {
        let config = config(item, day)
        if config.kind == .checkbox {
            let marks = slotMarks(config, logs(item, day))
            return !marks.contains(.open) && marks.contains(.done)
        }
        return mark(item, day) == .done
    }
}

// MARK: Lists, the bar and the heat map

extension PlainModel {
    func todayList(_ day: CivilDate) -> [Item] {
        items.filter { item in
            parent(item, day).map { id in !items.contains { $0.id == id } } ?? true
        }
        .filter { !config($0, day).isPassive && (isShown($0, day) || carried($0, day) != nil) }
        .sorted { ($0.order, $0.id) < ($1.order, $1.id) }
    }

    private struct Fill {
        var filled = 0.0
        var fillable = 0.0
        var hasSkip = false

        static func + (left: Fill, right: Fill) -> Fill {
            Fill(
                filled: left.filled + right.filled, fillable: left.fillable + right.fillable,
                hasSkip: left.hasSkip || right.hasSkip)
        }
    }

    private func fill(_ item: Item, _ day: CivilDate) -> Fill {
        let config = config(item, day)
        let logs = logs(item, day)
        switch config.kind {
        case .container:
            return children(item, day).map { child in
                isExpected(child, day) ? fill(child, day) : carriedFill(child, day)
            }.reduce(Fill(), +)
        case .checkbox:
            let marks = slotMarks(config, logs)
            return Fill(
                filled: Double(marks.count { $0 == .done }),
                fillable: Double(marks.count { $0 != .skipped }),
                hasSkip: marks.contains(.skipped))
        case .cumulative(let target, let isAverage):
            guard let target else { return Fill() }
            if mark(config, logs) == .skipped { return Fill(hasSkip: true) }
            let share = total(logs, isAverage: isAverage) / target
            return Fill(filled: min(max(share, 0), 1), fillable: 1)
        }
    }

    private func carriedFill(_ item: Item, _ day: CivilDate) -> Fill {
        guard let carried = carried(item, day) else { return Fill() }
        if case .cumulative(let target, _) = config(item, carried.original).kind {
            guard target != nil else { return Fill() }
            return mark(item, carried.original) == .open
                ? fill(item, carried.original) : Fill(fillable: 1)
        }
        return Fill(fillable: Double(carried.slots.count))
    }

    /// 1 if nothing is due, 0 if everything is excused.
    func progress(_ day: CivilDate) -> Double {
        let all = todayList(day).map { item -> Fill in
            if isReminder(config(item, day)) { return Fill() }
            return isShown(item, day) ? fill(item, day) : carriedFill(item, day)
        }.reduce(Fill(), +)
        if all.fillable > 0 { return all.filled / all.fillable }
        return all.hasSkip ? 0 : 1
    }

    /// A square of the heat map; the rate is nil if nothing counted.
    func dayStatus(_ day: CivilDate) -> (rate: Double?, allSkipped: Bool) {
        let all = todayList(day)
            .filter { !isReminder(config($0, day)) && isShown($0, day) }
            .map { fill($0, day) }.reduce(Fill(), +)
        if all.fillable > 0 { return (all.filled / all.fillable, false) }
        return (all.hasSkip ? 0 : nil, all.hasSkip)
    }
}
