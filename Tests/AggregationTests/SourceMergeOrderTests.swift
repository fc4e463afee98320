import Aggregation
import CivilTime
import Randomness
import Testing

/// Tests that the sum of a day has the same bits for any samples around the day and any order in
/// which the samples are added.
struct SourceMergeOrderTests {
    private static let stretch: Int64 = 2 * 86_400_000 + 17 * 3_600_000
    private static let last = 12

    /// The samples of one source in one range of time.
    private struct Part {
        var stretch: Int64
        var samples: SourceSamples

        func meets(_ from: Int64, _ to: Int64) -> Bool {
            samples.starts[0] < to && (samples.ends.max() ?? .min) >= from
        }
    }

    /// Sources of mostly short samples, some points and some samples of several days.
    private func parts(_ random: inout SplitMix64) -> [Part] {
        (0..<1 + random.below(4)).flatMap { place -> [Part] in
            let lengths: [Int64] =
                random.below(2) == 0 ? [1, 5, 5, 60] : [0, 1, 30, 30, 700, 4000]
            var minute = Int64(random.below(2000))
            var samples: [(start: Int64, end: Int64, value: Double)] = []
            while minute < 12 * 1440 {
                let length = lengths[random.below(lengths.count)]
                samples.append(
                    (minute, minute + length, Double(1 + random.below(9000)) / 7))
                minute += random.below(3) == 0 ? length : length + Int64(random.below(600))
            }
            let rank = random.below(3)
            let stretches = Dictionary(grouping: samples) { $0.start * 60_000 / Self.stretch }
            return stretches.sorted { $0.key < $1.key }.map { number, samples in
                Part(
                    stretch: number,
                    samples: SourceSamples(
                        rank: rank, position: place, starts: samples.map { $0.start * 60_000 },
                        ends: samples.map { $0.end * 60_000 }, values: samples.map(\.value)))
            }
        }
    }

    private func sums(_ parts: [Part], in zones: ZoneHistory) -> [CivilDate: Double] {
        var merge = SourceMerge(in: zones)
        let stretches = Dictionary(grouping: parts, by: \.stretch).sorted { $0.key < $1.key }
        for (index, part) in stretches.enumerated() {
            let next = index + 1 < stretches.count ? stretches[index + 1].key * Self.stretch : .max
            merge.add(part.value.map(\.samples), until: next)
        }
        return Dictionary(uniqueKeysWithValues: merge.finished().map { ($0.day, $0.sum) })
    }

    @Test(arguments: ["UTC", "America/St_Johns", "Asia/Kolkata"], UInt64(1)...60)
    func `days by themselves are the days of the whole`(zone: String, seed: UInt64) throws {
        guard let zone = try systemZone(zone) else { return }
        let zones = ZoneHistory(zone)
        var random = SplitMix64(seed: seed)
        let parts = parts(&random)

        let whole = sums(parts, in: zones)

        for first in 0..<Self.last {
            let from = CivilDate(clampingDays: Int64(first))
            let to = from.advanced(by: random.below(3))
            let (start, end) = (zones.startOfDay(from), zones.startOfDay(to.advanced(by: 1)))
            let some = sums(parts.filter { $0.meets(start, end) }, in: zones)
            for day in (from...to) {
                #expect(
                    some[day] ?? 0 == whole[day] ?? 0, "seed \(seed), \(day) of \(from)...\(to)")
            }
        }
    }
}
