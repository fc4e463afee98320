import Aggregation
import CivilTime
import Testing

/// Totals of nights, whose stages have invented times.
@Suite struct SleepTotalsTests {
    /// Stages from an hour to an hour, counted from midnight.
    private static func samples(_ stages: [(Double, Double, SleepStage)]) -> [SleepSample] {
        stages.map { SleepSample(start: instant($0.0), end: instant($0.1), stage: $0.2) }
    }

    private static func instant(_ hours: Double) -> Int64 { Int64(hours * 3_600_000) }

    /// The total of a night of 7:30 from 23:00.
    private static let night = samples([
        (-1, 0.5, .deep), (0.5, 5, .core), (5, 6.5, .rem),
    ])

    @Test func `a total counts for nothing beside the measured stages of its night`() {
        let measured = Self.samples([
            (-1, 1, .core), (1, 2.5, .deep), (2.5, 5, .core), (5, 6.5, .rem),
        ])

        let counted = countedSleepTotals([Self.night], beside: measured)

        #expect(counted == [[]])
    }

    @Test func `a total with stages counts beside measured sleep without stages`() {
        let measured = Self.samples([(-1, 7, .unspecified), (-2, 8, .inBed)])
        let plain = Self.samples([(-1, 6, .unspecified), (6, 6.5, .awake)])

        #expect(countedSleepTotals([Self.night], beside: measured) == [Self.night])
        #expect(countedSleepTotals([plain], beside: measured) == [[]])
    }

    @Test(
        arguments: [
            [(-1, 0, .deep), (0, 2, .core), (2, 3, .rem)],
            // A later start, a common first stage, and the end of a stage within the other total.
            [(-0.5, 0.5, .deep), (0.5, 2, .core), (2, 3, .awake)],
            [(-1, 0.5, .deep), (0.5, 2, .core), (2, 3, .rem)],
            [(-1, 2, .unspecified), (2, 3, .awake)],
        ] as [[(Double, Double, SleepStage)]])
    func `of two totals of a night the longer one counts`(
        early: [(Double, Double, SleepStage)]
    ) {
        // Equal samples are stored once.
        let stored = Self.night + Self.samples(early).filter { !Self.night.contains($0) }

        let counted = countedSleepTotals([stored], beside: [])
        let ofSources = countedSleepTotals([Self.samples(early), Self.night], beside: [])

        #expect(counted == [Self.night])
        #expect(ofSources == [[], Self.night])
    }

    @Test func `totals of several nights and naps count, and so does time in bed`() {
        let nap = Self.samples([(14, 15, .core)])
        let next = Self.samples([(23, 30, .core)])
        let bed = Self.samples([(-2, 7, .inBed)])

        let counted = countedSleepTotals([Self.night + nap + next + bed], beside: [])

        #expect(counted == [bed + Self.night + nap + next])
    }

    @Test func `of equal totals of two sources the one of higher priority counts`() {
        let counted = countedSleepTotals([Self.night, Self.night], beside: [])

        #expect(counted == [Self.night, []])
    }
}
