import CivilTime
import Contracts
import Correcting
import Samples
import Testing

/// The totals of the affected days of a plan.
struct AffectedDayTests {
    private static let days = CivilDate(days: 99)...CivilDate(days: 101)

    private func folded(
        _ columns: [Int64: SampleColumns], metric: String = "stepCount"
    ) -> CorrectedSamples {
        var samples = CorrectedSamples(metric: metric, columns)
        samples.folded = Self.days
        return samples
    }

    /// The hour since 1970 at which day 101 begins, and the zone from that day on.
    @Test(
        arguments: [
            (2424, Zone.utc), (2414, .fixed(name: "East", offsetSeconds: 36_000)),
        ] as [(Int64, Zone)])
    func `a correction over a midnight changes both days, also at a change of zones`(
        midnight: Int64, zone: Zone
    ) throws {
        let sample = SampleReference.sample(1, midnight - 1, midnight + 3, 100)
        let other = SampleReference.sample(1, 2400, 2401, 7)
        var samples = folded([1: .of([other, sample])])
        samples.zones = ZoneHistory([
            (from: nil, zone: .utc), (from: CivilDate(days: 101), zone: zone),
        ])

        let edit = try #require(try samples.plan(.stored(400), for: sample).folded)
        let removal = try #require(try samples.plan(.nothing, for: sample).folded)

        #expect(edit.day == [100, 101])
        #expect(edit.sum == [107, 300])
        #expect(edit.rawSum == [407, 0])
        #expect(edit.count == [2, 0])
        #expect(edit.last == [400, 0])
        #expect(removal.day == [100])
        #expect(removal.sum == [7])
    }

    @Test func `a corrected value counts before overlapping sources`() throws {
        let sample = SampleReference.sample(1, 2410, 2412, 100)
        let other = SampleReference.sample(2, 2410, 2414, 80)
        let samples = folded([1: .of([sample]), 2: .of([other])])

        let edit = try #require(try samples.plan(.stored(30), for: sample).folded)
        let readings = try #require(
            try folded([1: .of([sample]), 2: .of([other])], metric: "heartRate")
                .plan(.stored(30), for: sample).folded)

        // The other source counts for the two hours that the correction does not cover.
        #expect(edit.sum == [70])
        #expect(edit.rawSum == [110])
        #expect(readings.sum == [110])
        #expect([readings.min, readings.max] == [[30], [80]])
    }

    @Test func `a total that begins on the day before has what the samples there leave`() throws {
        let sample = SampleReference.sample(1, 2410, 2411, 10)
        // From noon of day 98 to noon of day 99, and a walk of an hour on day 98.
        let total = SampleReference.sample(2, 2364, 2388, 1000)
        let walk = SampleReference.sample(3, 2365, 2366, 400)
        var samples = CorrectedSamples(
            metric: "stepCount", [1: .of([sample]), 2: .of([total]), 3: .of([walk])], daily: [2])
        samples.folded = Self.days

        let edit = try #require(try samples.plan(.stored(30), for: sample).folded)

        #expect(edit.day == [99, 100])
        #expect(edit.sum == [300, 30])
    }

    @Test func `only the affected days are folded`() throws {
        let sample = SampleReference.sample(1, 2410, 2410, 60)
        let others = [98, 99, 101, 102].map { SampleReference.sample(1, $0 * 24, $0 * 24, 50) }
        let all = (others + [sample]).sorted { $0.start < $1.start }

        let removal = try folded([1: .of(all)], metric: "heartRate").plan(.nothing, for: sample)

        #expect(removal.folded?.day == [99, 101])
        #expect(removal.folded?.count == [1, 1])
    }

    @Test func `days that cannot be folded are left to a worker`() throws {
        let sample = SampleReference.sample(1, 2410, 2410, 60)
        let greatest = SampleReference.sample(2, 2411, 2411, .greatestFiniteMagnitude)
        let next = SampleReference.sample(2, 2412, 2412, .greatestFiniteMagnitude)
        var damaged = folded([1: .of([sample]), 2: .of([next])])
        damaged.damage(2)
        var unfolded = folded([1: .of([sample])])
        unfolded.folded = nil

        let infinite = try folded([1: .of([sample]), 2: .of([greatest, next])])
            .plan(.nothing, for: sample)
        let finite = try folded([1: .of([sample]), 2: .of([greatest])])
            .plan(.nothing, for: sample)
        let beats = try folded([1: .of([sample])], metric: "heartRateVariabilityBeats")
            .plan(.nothing, for: sample)

        #expect(infinite.folded == nil)
        #expect(finite.folded?.sum == [.greatestFiniteMagnitude])
        #expect(beats.folded == nil)
        #expect(try damaged.plan(.nothing, for: sample).folded == nil)
        #expect(try unfolded.plan(.nothing, for: sample).folded == nil)
    }
}
