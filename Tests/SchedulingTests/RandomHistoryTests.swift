import CivilTime
import Testing

/// Histories made from a seed, against the plain model. A failure names the seed.
@Suite struct RandomHistoryTests {
    @Test(arguments: 0..<UInt64(120))
    func `a random history agrees with the plain model`(seed: UInt64) {
        var random = SplitMix(seed: seed)
        let start = CivilDate(days: 20_580 + Int32(random.below(40)))
        let model = history(from: start, &random)

        let found = disagreements(in: model, from: start, through: start.advanced(by: 24))

        #expect(found.isEmpty, "seed \(seed): \(found.prefix(3))")
    }

    private func history(from start: CivilDate, _ random: inout SplitMix) -> PlainModel {
        var items: [PlainModel.Item] = []
        for place in 0..<(2 + random.below(4)) {
            let isContainer = place == 0 || random.below(6) == 0
            let kind: PlainModel.Kind =
                isContainer
                ? .container
                : random.below(4) == 0
                    ? .cumulative(target: random.below(2) == 0 ? 3 : nil) : .checkbox
            var slots = [0]
            if case .checkbox = kind, random.below(3) == 0 { slots = [1, 3] }
            let container = items.first?.id
            items.append(
                PlainModel.Item(
                    id: "i\(place)", kind: kind,
                    rule: rule(&random, start: start, recurring: isContainer), slots: slots,
                    created: start.advanced(by: random.below(6)),
                    stopped: random.below(4) == 0
                        ? start.advanced(by: 8 + random.below(16)) : nil,
                    carry: random.below(2) == 0,
                    parent: !isContainer && random.below(2) == 0 ? container : nil,
                    order: random.below(3),
                    past: isContainer
                        ? [] : past(&random, from: start, slots: slots, container: container)))
        }
        return PlainModel(
            items: items, logs: logs(of: items, from: start, &random),
            vacations: Set(
                (0..<random.below(4)).map { _ in start.advanced(by: random.below(25)) }))
    }

    private func rule(
        _ random: inout SplitMix, start: CivilDate, recurring: Bool
    ) -> PlainModel.Rule {
        switch random.below(recurring ? 4 : 6) {
        case 0, 1: .daily
        case 2: .weekly(Set((0..<2).map { _ in 1 + random.below(7) }))
        case 3: .monthly(Set((0..<3).map { _ in 1 + random.below(31) }))
        case 4: .sticky
        default: .adhoc(random.below(4) == 0 ? nil : start.advanced(by: random.below(20)))
        }
    }

    private func past(
        _ random: inout SplitMix, from start: CivilDate, slots: [Int], container: String?
    ) -> [PlainModel.Past] {
        var past: [PlainModel.Past] = []
        var from = start
        for _ in 0..<random.below(3) {
            let until = from.advanced(by: 1 + random.below(6))
            let parents: [String??] = [.none, .some(nil), .some(container)]
            past.append(
                PlainModel.Past(
                    from: from, until: until,
                    rule: rule(&random, start: start, recurring: true),
                    slots: slots, carry: random.below(2) == 0,
                    parent: parents[random.below(3)]))
            from = until.advanced(by: 1 + random.below(2))
        }
        return past
    }

    private func logs(
        of items: [PlainModel.Item], from start: CivilDate, _ random: inout SplitMix
    ) -> [PlainModel.Log] {
        let share = 1 + random.below(3)
        var logs: [PlainModel.Log] = []
        for item in items {
            if case .container = item.kind { continue }
            for offset in 0..<25 where random.below(4) < share {
                let isDone = random.below(5) > 0
                logs.append(
                    PlainModel.Log(
                        item: item.id, day: start.advanced(by: offset), done: isDone,
                        slot: item.slots.count > 1 && random.below(5) > 0
                            ? item.slots[random.below(2)] : nil,
                        value: isDone ? Double(1 + random.below(3)) : nil))
            }
        }
        return logs
    }
}

/// Steele, Lea and Flood's generator: small, and the same everywhere.
struct SplitMix {
    private var state: UInt64

    init(seed: UInt64) {
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9e37_79b9_7f4a_7c15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }

    mutating func below(_ bound: Int) -> Int {
        Int(next() % UInt64(bound))
    }
}
