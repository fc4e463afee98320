package import CivilTime
import Randomness

/// A world generated from a seed: a few items over a number of days, some in a container, with edits,
/// moves, conversions, pauses and vacations.
package struct RandomHistory: Sendable {
    package let model: PlainModel
    package let first: CivilDate
    package let last: CivilDate
    private var random: SplitMix64

    package init(seed: UInt64, days: Int) {
        random = SplitMix64(seed: seed)
        first = CivilDate(days: 20_500 + Int32(random.below(400)))
        last = first.advanced(by: days - 1)
        var maker = HistoryGenerator(first: first, days: days, random: random)
        model = maker.model()
        random = maker.random
    }

    /// Random days of the history.
    package mutating func someDays(_ count: Int) -> [CivilDate] {
        let span = first.distance(to: last) + 1
        return (0..<count).map { _ in first.advanced(by: random.below(span)) }
    }
}

private struct HistoryGenerator {
    let first: CivilDate
    let days: Int
    var random: SplitMix64

    mutating func model() -> PlainModel {
        let hasContainer = random.below(2) == 0
        let count = (hasContainer ? 2 : 1) + random.below(3)
        let items = (0..<count).map { index in
            item(
                index, isContainer: hasContainer && index == 0, container: hasContainer ? "i0" : nil
            )
        }
        let vacations = (0..<random.below(1 + days / 8)).map { _ in someDay() }
        let missing = random.below(4) == 0 ? [someDay()] : []
        return PlainModel(items: items, vacations: Set(vacations), missingDays: Set(missing))
    }

    private mutating func someDay() -> CivilDate {
        first.advanced(by: random.below(days))
    }

    private mutating func item(
        _ index: Int, isContainer: Bool, container: String?
    ) -> PlainModel.Item {
        var item = PlainModel.Item(
            id: "i\(index)", config: config(isContainer: isContainer),
            created: first.advanced(by: random.below(1 + days / 4)))
        item.order = random.below(3)
        if !isContainer, random.below(2) == 0 { item.parent = container }
        if random.below(4) == 0 {
            item.lastDayBeforePause = first.advanced(by: days / 3 + random.below(days))
        }
        if random.below(4) == 0 {
            let start = someDay()
            item.pauses = [start...start.advanced(by: random.below(1 + days / 8))]
        }
        item.past = past(of: item, isContainer: isContainer, container: container)
        item.logs = logs(of: item)
        return item
    }

    private mutating func config(isContainer: Bool) -> PlainModel.Config {
        var config = PlainModel.Config(
            kind: kind(isContainer: isContainer), rule: rule(isContainer: isContainer),
            carriesForward: random.below(2) == 0)
        if config.kind == .checkbox {
            config.slots = [[0], [0], [1, 3], [0, 1, 2]][random.below(4)]
            config.isPassive = random.below(20) == 0
        }
        return config
    }

    private mutating func kind(isContainer: Bool) -> PlainModel.Kind {
        if isContainer { return .container }
        guard random.below(4) == 0 else { return .checkbox }
        return .cumulative(
            target: random.below(3) == 0 ? nil : 3, isAverage: random.below(3) == 0)
    }

    private mutating func rule(isContainer: Bool) -> PlainModel.Rule {
        switch random.below(isContainer ? 8 : 12) {
        case 0, 1: .daily
        case 2, 8: .weekly(Set((0..<2).map { _ in 1 + random.below(7) }))
        case 3, 9: .monthly(Set((0..<3).map { _ in 1 + random.below(31) }))
        case 4: .everyDays(1 + random.below(20))
        case 5:
            .everyWeeks(
                1 + random.below(4), Set((0..<random.below(3)).map { _ in 1 + random.below(7) }),
                firstWeekday: firstWeekday())
        case 6: .timesAWeek(1 + random.below(7), firstWeekday: firstWeekday())
        case 7: .timesAMonth(1 + random.below(31))
        case 10: .sticky
        default: .adhoc(random.below(4) == 0 ? nil : someDay())
        }
    }

    private mutating func firstWeekday() -> Int { [1, 1, 6, 7][random.below(4)] }

    private mutating func past(
        of item: PlainModel.Item, isContainer: Bool, container: String?
    ) -> [PlainModel.Past] {
        var past: [PlainModel.Past] = []
        var from = item.created
        for _ in 0..<random.below(4) {
            let until = from.advanced(by: random.below(1 + days / 4))
            let parents: [String??] = [.none, .some(nil), isContainer ? .some(nil) : container]
            past.append(
                PlainModel.Past(
                    from: from, until: until,
                    // Some containers had another kind before.
                    config: config(isContainer: isContainer && random.below(3) > 0),
                    parent: parents[random.below(3)]))
            from = until.advanced(by: 1 + random.below(3))
        }
        return past
    }

    /// Entries on some of the days in runs, rarely two per day.
    private mutating func logs(of item: PlainModel.Item) -> [CivilDate: [PlainModel.LoggedEntry]] {
        var logs: [CivilDate: [PlainModel.LoggedEntry]] = [:]
        let share = 1 + random.below(9)
        for offset in 0..<days where random.below(10) < share {
            logs[first.advanced(by: offset)] = (0..<(1 + random.below(8) / 5)).map { _ in log() }
        }
        return logs
    }

    private mutating func log() -> PlainModel.LoggedEntry {
        let isDone = random.below(6) > 0
        let slots: [Int?] = [nil, 0, 1, 3]
        return PlainModel.LoggedEntry(
            isDone: isDone, slot: slots[random.below(4)],
            value: isDone && random.below(5) > 0 ? Double(1 + random.below(4)) : nil)
    }
}
