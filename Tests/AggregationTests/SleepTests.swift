import Aggregation
import CivilTime
import Randomness
import Testing

struct SleepTests {
    /// Lines of start, end and stage on 2026-01-05, `-1 23:00` being the evening before.
    private func nights(_ lines: [(String, String, SleepStage)]) -> [SleepNight] {
        func instant(_ text: String) -> Int64 {
            text.hasPrefix("-1 ")
                ? utc("2026-01-04T\(text.dropFirst(3))") : utc("2026-01-05T\(text)")
        }
        return sleepNights(
            lines.map { SleepSample(start: instant($0.0), end: instant($0.1), stage: $0.2) },
            in: ZoneHistory(.utc))
    }

    private func minutes(_ milliseconds: Int64?) -> Int64? {
        milliseconds.map { $0 / 60_000 }
    }

    @Test func `the longest session of a day is the night, the others are naps`() throws {
        let all = nights([("14:00", "15:00", .core), ("00:00", "06:00", .core)])

        let night = try #require(all.first)
        #expect(all.count == 1)
        #expect(minutes(night.night.asleep) == 360)
        #expect(night.naps.map(\.start) == [utc("2026-01-05T14:00")])
    }

    @Test(arguments: [("01:30", 1), ("01:31", 2)])
    func `a gap of half an hour joins, a longer one parts`(second: String, sessions: Int) throws {
        let night = try #require(
            nights([("00:00", "01:00", .core), (second, "02:00", .rem)]).first)

        #expect(1 + night.naps.count == sessions)
    }

    @Test func `a night belongs to the day it ends on`() {
        let all = nights([("-1 22:00", "-1 23:30", .core), ("-1 23:30", "05:00", .deep)])

        #expect(all.map(\.day) == [day("2026-01-05")])
        #expect(minutes(all.first?.night.core) == 90)
        #expect(minutes(all.first?.night.deep) == 330)
    }

    @Test func `the intervals of each stage are joined and ascend by start`() throws {
        let night = try #require(
            nights([
                ("00:00", "02:00", .unspecified), ("01:00", "01:30", .deep),
                ("02:00", "03:00", .core), ("02:30", "04:00", .core), ("04:00", "04:10", .awake),
            ]).first
        ).night

        let lines = night.intervals.map { interval in
            let range = interval.range
            return "\(interval.stage) \((range.lowerBound - night.start) / 60_000)"
                + "-\((range.upperBound - night.start) / 60_000)"
        }
        #expect(
            lines == [
                "unspecified 0-60", "deep 60-90", "unspecified 90-120", "core 120-240",
                "awake 240-250",
            ])
        #expect(minutes(night.unspecified) == 90)
    }

    @Test func `time in bed does not count as sleep and does not join sessions`() throws {
        let night = try #require(
            nights([
                ("00:00", "07:00", .inBed), ("00:30", "03:00", .core), ("04:00", "06:30", .core),
            ]).first)

        #expect(minutes(night.night.asleep) == 150)
        #expect(night.naps.count == 1)
        #expect(minutes(night.night.inBed) == 420)
        #expect(nights([("00:00", "07:00", .inBed)]).isEmpty)
    }

    @Test func `without time in bed the span is the session's`() throws {
        let night = try #require(
            nights([
                ("00:00", "01:00", .core), ("01:00", "01:20", .awake), ("01:20", "03:00", .rem),
            ])
            .first)

        #expect(minutes(night.night.inBed) == 180)
        #expect(minutes(night.night.asleep) == 160)
        #expect(minutes(night.night.awake) == 20)
    }

    @Test func `two sources of one night count once, and unknown sleep where no stage covers it`()
        throws
    {
        let night = try #require(
            nights([("00:00", "06:00", .core), ("00:00", "06:30", .unspecified)]).first)

        #expect(minutes(night.night.asleep) == 390)
        #expect(minutes(night.night.core) == 360)
        #expect(minutes(night.night.unspecified) == 30)
    }

    @Test func `being awake covers unknown sleep`() throws {
        let night = try #require(
            nights([
                ("00:00", "03:00", .core), ("03:00", "03:30", .awake), ("03:30", "06:00", .core),
                ("00:00", "06:00", .unspecified),
            ]).first)

        #expect(minutes(night.night.asleep) == 330)
        #expect(night.night.unspecified == 0)
    }

    @Test func `stages that two sources disagree on are counted once as sleep`() throws {
        let night = try #require(
            nights([("00:00", "04:00", .core), ("03:00", "05:00", .deep)]).first)

        #expect(minutes(night.night.asleep) == 300)
        #expect(minutes(night.night.core) == 240)
        #expect(minutes(night.night.deep) == 120)
    }

    @Test func `a night is at most 24 hours, and a session without sleep is not a night`() throws {
        let start = utc("2026-01-05T00:00")
        let hours = Int64(3_600_000)
        let endless = SleepSample(start: start, end: start + 60 * hours, stage: .core)

        let night = try #require(sleepNights([endless], in: ZoneHistory(.utc)).first)

        #expect(night.night.asleep == 24 * hours)
        #expect(night.night.inBed == 24 * hours)
        #expect(nights([("00:00", "01:00", .awake)]).isEmpty)
        #expect(nights([("02:00", "01:00", .core)]).isEmpty)
    }

    @Test(arguments: UInt64(1)...20)
    func `each session has the stretches in bed that meet it, however many there are`(seed: UInt64)
    {
        var random = SplitMix64(seed: seed)
        let minute: Int64 = 60_000
        let samples = (0..<120).map { index in
            let start = Int64(random.next() % 10_000) * minute
            let length = Int64(1 + random.next() % (index % 3 == 0 ? 1500 : 90)) * minute
            return SleepSample(
                start: start, end: start + length, stage: index % 3 == 0 ? .inBed : .core)
        }

        let nights = sleepNights(samples, in: ZoneHistory(.utc))

        let beds = samples.filter { $0.stage == .inBed }
        for session in nights.flatMap({ [$0.night] + $0.naps }) {
            let overlapping = beds.filter { $0.start < session.end && $0.end > session.start }
            let from = min(session.start, overlapping.map(\.start).min() ?? .max)
            let to = max(session.end, overlapping.map(\.end).max() ?? .min)
            #expect(session.inBed == min(to - from, 24 * 60 * minute))
        }
        #expect(nights.count > 1)
    }
}
