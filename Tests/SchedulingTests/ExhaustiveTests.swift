import CivilTime
import Testing

/// Small worlds, all of them, against the plain model.
@Suite struct ExhaustiveTests {
    /// A Friday; the last of the month is the Sunday after it.
    private let start = CivilDate(days: 20_602)

    private func item(
        _ id: String, kind: PlainModel.Kind = .checkbox, rule: PlainModel.Rule = .daily,
        slots: [Int] = [0], parent: String? = nil, order: Int = 0
    ) -> PlainModel.Item {
        PlainModel.Item(
            id: id, kind: kind, rule: rule, slots: slots, created: start, stopped: nil,
            carry: true, parent: parent, order: order, past: [])
    }

    /// Every way to give each of `places` one of `choices` states.
    private func worlds(_ places: Int, choices: Int) -> [[Int]] {
        var worlds: [[Int]] = [[]]
        for _ in 0..<places {
            worlds = worlds.flatMap { world in (0..<choices).map { world + [$0] } }
        }
        return worlds
    }

    private func log(_ item: String, _ offset: Int, _ state: Int, slot: Int? = nil) -> [PlainModel
        .Log]
    {
        guard state > 0 else { return [] }
        return [
            PlainModel.Log(
                item: item, day: start.advanced(by: offset), done: state == 1, slot: slot,
                value: state == 1 ? 1 : nil)
        ]
    }

    @Test(arguments: [
        PlainModel.Rule.daily, .weekly([1, 5]), .monthly([1, 31]),
    ])
    func `one session over five days agrees in every world`(rule: PlainModel.Rule) {
        for states in worlds(5, choices: 3) {
            for vacation in [nil, 1, 2] {
                for stopped in [nil, 2, 3] {
                    var single = item("a", rule: rule)
                    single.stopped = stopped.map { start.advanced(by: $0) }
                    let model = PlainModel(
                        items: [single],
                        logs: states.enumerated().flatMap { log("a", $0, $1) },
                        vacations: Set(vacation.map { [start.advanced(by: $0)] } ?? []))
                    let found = disagreements(
                        in: model, from: start, through: start.advanced(by: 4))
                    #expect(found.isEmpty, "states \(states) vacation \(vacation ?? -1)")
                }
            }
        }
    }

    @Test(arguments: [PlainModel.Rule.daily, .weekly([5, 7])])
    func `two sessions over three days agree in every world`(rule: PlainModel.Rule) {
        for states in worlds(6, choices: 3) {
            let model = PlainModel(
                items: [item("a", rule: rule, slots: [1, 3])],
                logs: states.enumerated().flatMap { place, state in
                    log("a", place / 2, state, slot: place % 2 == 0 ? 1 : 3)
                },
                vacations: [])
            let found = disagreements(in: model, from: start, through: start.advanced(by: 3))
            #expect(found.isEmpty, "states \(states)")
        }
    }

    @Test func `a container of two over three days agrees in every world`() {
        for states in worlds(6, choices: 3) {
            for second in [PlainModel.Rule.daily, .weekly([5])] {
                let model = PlainModel(
                    items: [
                        item("c", kind: .container),
                        item("k", parent: "c", order: 1),
                        item("l", rule: second, parent: "c", order: 2),
                    ],
                    logs: states.enumerated().flatMap { place, state in
                        log(place % 2 == 0 ? "k" : "l", place / 2, state)
                    },
                    vacations: [])
                let found = disagreements(in: model, from: start, through: start.advanced(by: 3))
                #expect(found.isEmpty, "states \(states)")
            }
        }
    }
}
