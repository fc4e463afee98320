import Randomness
import Samples
import Testing

struct NormalOrderTests {
    @Test(arguments: UInt64(1)...50)
    func `samples in any order and any number of times become the same columns`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        let samples = (0..<200).map { index in
            let start = Int64(random.next() % 60)
            return PlainSample(
                start: start, end: start + Int64(random.next() % 3),
                value: Double(random.next() % 4), text: nil)
        }
        let once = Set(samples).sorted {
            ($0.start, $0.end, $0.value) < ($1.start, $1.end, $1.value)
        }
        var columns = SampleColumns((samples + samples).shuffled(using: &random))

        let duplicates = columns.normalize()

        #expect(columns.plain == once, "seed \(seed)")
        #expect(duplicates == 400 - once.count)
    }

    @Test func `samples in order are left alone`() {
        var columns = SampleColumns(starts: [1, 1, 2], ends: [1, 2, 2], values: [5, 4, 3])
        let before = columns

        #expect(columns.normalize() == 0)
        #expect(columns == before)
    }

    @Test func `values that differ by less than the tolerance are one sample`() {
        var columns = SampleColumns(
            starts: [1, 1, 1], ends: [1, 1, 1], values: [100.00005, 100, 100.2])

        #expect(columns.normalize() == 1)
        #expect(columns.values == [100, 100.2])
    }

    @Test(arguments: [
        (0, 0), (1, 0), (1_048_575_999, 0), (1_048_576_000, 1), (-1, -1), (-1_048_576_000, -1),
        (-1_048_576_001, -2), (1_700_000_000_000, 1621),
    ])
    func `segments are numbered through 1970 without a gap`(start: Int, number: Int) {
        #expect(Segment.number(of: Int64(start)) == Int64(number))
    }

    @Test(arguments: [[Double.nan, 2], [2, .nan]])
    func `NaN is ordered after all numbers`(values: [Double]) {
        var columns = SampleColumns(starts: [1, 1], ends: [1, 1], values: values)

        columns.normalize()

        #expect(columns.valueBits == [2, Double.nan].map(\.bitPattern))
    }
}
