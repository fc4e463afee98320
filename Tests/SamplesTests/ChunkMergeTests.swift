import Randomness
import Samples
import Testing

struct ChunkMergeTests {
    private func columns(_ samples: [(Int64, Int64, Double)]) -> SampleColumns {
        var columns = SampleColumns(
            samples.map { PlainSample(start: $0.0, end: $0.1, value: $0.2) })
        columns.normalize()
        return columns
    }

    @Test func `a stored sample is kept bit for bit`() {
        let stored = columns([(1, 2, 70.5), (5, 6, 100)])
        let new = columns([(1, 2, 70.50000001), (5, 6, 100 * (1 - 1e-7)), (9, 9, 1)])

        let merge = ChunkMerge(stored: stored, new: new)

        #expect(merge.columns.values == [70.5, 100, 1])
        #expect(merge.added == 1)
        #expect(merge.duplicates == 2)
    }

    @Test func `bit-equal values pair before those that are near`() {
        let near = 100 * (1 + 0.9e-6)
        let stored = columns([(1, 2, near)])
        let new = SampleColumns(starts: [1, 1], ends: [2, 2], values: [100 * (1 - 0.2e-6), near])

        let merge = ChunkMerge(stored: stored, new: new)

        #expect(merge.columns.values == [100 * (1 - 0.2e-6), near])
        #expect(merge.duplicates == 1)
    }

    @Test func `new totals replace the stored ones of their intervals`() {
        let stored = columns([(0, 10, 60), (10, 20, 70), (10, 20, 75), (20, 30, 80)])
        let new = columns([(0, 10, 50), (10, 20, 75), (20, 25, 1), (20, 30, 80 * (1 + 1e-7))])

        let merge = ChunkMerge(stored: stored, new: new, isTotals: true)
        let again = ChunkMerge(stored: merge.columns, new: new, isTotals: true)

        #expect(merge.columns == columns([(0, 10, 50), (10, 20, 75), (20, 25, 1), (20, 30, 80)]))
        #expect(merge.replaced == columns([(0, 10, 60), (10, 20, 70)]))
        #expect([merge.added, merge.duplicates] == [2, 2])
        #expect([again.added, again.duplicates] == [0, 4])
        #expect(merge.isChanged && !again.isChanged)
    }

    @Test func `a stored total is removed if only the other one of its interval is new`() {
        let stored = columns([(0, 10, 50), (0, 10, 60)])

        let merge = ChunkMerge(stored: stored, new: columns([(0, 10, 50)]), isTotals: true)

        #expect(merge.columns == columns([(0, 10, 50)]))
        #expect(merge.isChanged && merge.added == 0)
    }

    @Test func `the same samples again change nothing`() {
        let stored = columns([(1, 2, 1), (1, 2, 5), (1, 3, 1), (4, 4, -2)])

        let merge = ChunkMerge(stored: stored, new: stored)

        #expect(merge.columns == stored)
        #expect(merge.added == 0)
        #expect(merge.duplicates == 4)
    }

    @Test func `attributes come along with their sample`() {
        var stored = SampleColumns([PlainSample(start: 1, end: 1, value: 1, text: "a")])
        var new = SampleColumns([
            PlainSample(start: 0, end: 0, value: 1, text: "b"),
            PlainSample(start: 1, end: 1, value: 1, text: "c"),
            PlainSample(start: 2, end: 2, value: 1),
        ])
        stored.normalize()
        new.normalize()

        let merge = ChunkMerge(stored: stored, new: new)

        #expect(merge.columns.plain.map(\.text) == ["b", "a", nil])
    }

    @Test(arguments: UInt64(1)...200)
    func `merging agrees with a slow implementation of the rules`(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        func randomColumns() -> SampleColumns {
            let samples = (0..<(random.next() % 12)).map { _ in
                let start = Int64(random.next() % 3)
                let step = Double(random.next() % 8)
                return PlainSample(
                    start: start, end: start + Int64(random.next() % 2),
                    value: 1000 * (1 + step * 0.6e-6))
            }
            var columns = SampleColumns(samples)
            columns.normalize()
            return columns
        }
        let stored = randomColumns()
        let new = randomColumns()

        let merge = ChunkMerge(stored: stored, new: new)
        let expected = slowUnion(stored.plain, new.plain)

        #expect(merge.columns.plain == expected, "seed \(seed)")
        #expect(merge.added == expected.count - stored.count)
        #expect(merge.added + merge.duplicates == new.count)
    }

    /// The rule of ``ChunkMerge``: for each start and end, bit-equal values pair, the rest pair in
    /// ascending order, and the remaining new samples are added.
    private func slowUnion(_ stored: [PlainSample], _ new: [PlainSample]) -> [PlainSample] {
        var result = stored
        for key in Set(new.map { [$0.start, $0.end] }) {
            func isOfKey(_ sample: PlainSample) -> Bool { [sample.start, sample.end] == key }
            var open = stored.filter(isOfKey).map(\.value)
            var rest: [Double] = []
            for sample in new.filter(isOfKey) {
                if let index = open.firstIndex(of: sample.value) {
                    open.remove(at: index)
                } else {
                    rest.append(sample.value)
                }
            }
            open.sort()
            rest.sort()
            while let value = rest.first {
                rest.removeFirst()
                while let old = open.first, old < value, !SampleIdentity.areEqual(old, value) {
                    open.removeFirst()
                }
                if let old = open.first, SampleIdentity.areEqual(old, value) {
                    open.removeFirst()
                } else {
                    result.append(PlainSample(start: key[0], end: key[1], value: value))
                }
            }
        }
        return result.sorted { ($0.start, $0.end, $0.value) < ($1.start, $1.end, $1.value) }
    }
}
