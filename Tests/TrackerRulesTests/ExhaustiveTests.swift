import ScheduleProof
import Testing

/// Small worlds against the plain model. `dayline-scheduleproof worlds` asks about all of them.
@Suite struct ExhaustiveTests {
    /// So that every choice meets every other within the worlds that are taken.
    private static let step = 211

    @Test(arguments: SmallWorlds.all.indices)
    func `a small world agrees with the plain model`(place: Int) {
        let worlds = SmallWorlds.all[place]
        for number in stride(from: 0, to: worlds.count, by: Self.step) {
            let agreement = ModelComparison(
                in: worlds[number], on: worlds.dates, streaksOn: worlds.dates)
            #expect(
                agreement.differences.isEmpty,
                "world \(number) of \(worlds.name): \(agreement.differences.prefix(3))")
        }
    }
}
