package import CivilTime

/// All worlds of one kind within a few days, by number.
package struct SmallWorlds: Sendable {
    package let name: String
    package let count: Int
    package let days: Int
    private let build: @Sendable (inout Digits) -> PlainModel

    /// A Friday; the following Sunday is the last day of the month.
    package static let start = CivilDate(days: 20_602)

    package subscript(number: Int) -> PlainModel {
        var digits = Digits(remainder: number)
        return build(&digits)
    }

    /// The days of a world and the day after the last.
    package var dates: [CivilDate] {
        (0...days).map { Self.start.advanced(by: $0) }
    }

    private init(
        _ name: String, days: Int, build: @escaping @Sendable (inout Digits) -> PlainModel
    ) {
        self.name = name
        self.days = days
        self.build = build
        var digits = Digits(remainder: 0)
        _ = build(&digits)
        count = digits.worlds
    }

    package static let all = [oneSession, twoSessions, container, periods]
}

/// The digits of a world's number, with a base per choice.
struct Digits {
    private var remainder: Int
    private(set) var worlds = 1

    init(remainder: Int) {
        self.remainder = remainder
    }

    mutating func choose<Choice>(_ choices: [Choice]) -> Choice {
        defer { remainder /= choices.count }
        worlds *= choices.count
        return choices[remainder % choices.count]
    }
}

extension SmallWorlds {
    private static func day(_ offset: Int) -> CivilDate { start.advanced(by: offset) }

    private static let rules: [PlainModel.Rule] = [.daily, .weekly([5, 7]), .monthly([1, 31])]

    /// No entry, a completion or a skip on each day and slot; a completion has the value 2.
    private static func logs(
        _ digits: inout Digits, days: Int, slots: [Int?]
    ) -> [CivilDate: [PlainModel.LoggedEntry]] {
        var logs: [CivilDate: [PlainModel.LoggedEntry]] = [:]
        for offset in 0..<days {
            for slot in slots {
                guard let isDone = digits.choose([nil, true, false]) else { continue }
                logs[day(offset), default: []].append(
                    PlainModel.LoggedEntry(isDone: isDone, slot: slot, value: isDone ? 2 : nil))
            }
        }
        return logs
    }

    /// No vacation, or one on one of the days.
    private static func vacations(_ digits: inout Digits, days: Int) -> Set<CivilDate> {
        let one = digits.choose([nil] + (0..<days).map(Optional.some))
        return Set(one.map { [day($0)] } ?? [])
    }

    /// No pause, an open pause, or an ended pause.
    private static func pause(_ item: inout PlainModel.Item, _ digits: inout Digits) {
        switch digits.choose([0, 1, 2, 3, 4]) {
        case 1: item.lastDayBeforePause = day(1)
        case 2: item.lastDayBeforePause = day(2)
        case 3: item.pauses = [day(1)...day(1)]
        case 4: item.pauses = [day(1)...day(2)]
        default: break
        }
    }

    /// No edit, or an edit with scope `future` after a day with other rules.
    private static func edit(
        _ item: inout PlainModel.Item, _ digits: inout Digits, before: [PlainModel.Config],
        parent: String??, days: Int
    ) {
        let edits = (0..<days - 1).flatMap { last in before.map { (last: last, config: $0) } }
        guard let edit = digits.choose([nil] + edits.map(Optional.some)) else { return }
        item.past = [
            PlainModel.Past(
                from: start, until: day(edit.last), config: edit.config, parent: parent)
        ]
    }

    private static let oneSession = SmallWorlds("one session over four days", days: 4) { digits in
        let kinds: [PlainModel.Kind] = [
            .checkbox, .cumulative(target: 2, isAverage: false),
        ]
        let config = PlainModel.Config(
            kind: digits.choose(kinds), rule: digits.choose(rules),
            carriesForward: digits.choose([true, false]))
        var item = PlainModel.Item(id: "a", config: config, created: start)
        item.logs = logs(&digits, days: 4, slots: [nil])
        pause(&item, &digits)
        let before = rules.map {
            PlainModel.Config(kind: config.kind, rule: $0, carriesForward: true)
        }
        edit(&item, &digits, before: before, parent: .none, days: 4)
        return PlainModel(items: [item], vacations: vacations(&digits, days: 4))
    }

    private static let periodRules: [PlainModel.Rule] = [
        .timesAWeek(2, firstWeekday: 1), .timesAWeek(3, firstWeekday: 6), .timesAMonth(2),
        .everyDays(2), .everyWeeks(2, [5, 1], firstWeekday: 1),
    ]

    private static let periods = SmallWorlds("weeks, months and intervals over four days", days: 4)
    { digits in
        let config = PlainModel.Config(
            rule: digits.choose(periodRules), carriesForward: true)
        var item = PlainModel.Item(
            id: "a", config: config, created: digits.choose([start, start.advanced(by: -7)]))
        item.logs = logs(&digits, days: 4, slots: [nil])
        pause(&item, &digits)
        let before = ([.daily] + periodRules).map { PlainModel.Config(rule: $0) }
        edit(&item, &digits, before: before, parent: .none, days: 4)
        return PlainModel(items: [item], vacations: vacations(&digits, days: 4))
    }

    private static let twoSessions = SmallWorlds("two sessions over three days", days: 3) {
        digits in
        let config = PlainModel.Config(
            rule: digits.choose(rules), slots: [1, 3], carriesForward: true)
        var item = PlainModel.Item(id: "a", config: config, created: start)
        item.logs = logs(&digits, days: 3, slots: [1, 3])
        pause(&item, &digits)
        let before = [
            PlainModel.Config(rule: .daily), PlainModel.Config(rule: .daily, slots: [0, 1, 3]),
        ]
        edit(&item, &digits, before: before, parent: .none, days: 3)
        return PlainModel(items: [item], vacations: vacations(&digits, days: 3))
    }

    private static let container = SmallWorlds("a container of two over three days", days: 3) {
        digits in
        var container = PlainModel.Item(
            id: "c", config: PlainModel.Config(kind: .container), created: start)
        // Converted to a container, or created as one.
        edit(&container, &digits, before: [PlainModel.Config()], parent: .some(nil), days: 2)
        var first = PlainModel.Item(id: "k", config: PlainModel.Config(), created: start)
        first.parent = digits.choose(["c", nil])
        first.logs = logs(&digits, days: 3, slots: [nil])
        // Moved into or out of the container, or not moved.
        edit(
            &first, &digits, before: [first.config], parent: first.parent == nil ? "c" : .some(nil),
            days: 3)
        var second = PlainModel.Item(
            id: "l", config: PlainModel.Config(rule: digits.choose(rules), carriesForward: true),
            created: start)
        second.parent = "c"
        second.logs = logs(&digits, days: 3, slots: [nil])
        pause(&second, &digits)
        return PlainModel(
            items: [container, first, second], vacations: vacations(&digits, days: 3))
    }
}
