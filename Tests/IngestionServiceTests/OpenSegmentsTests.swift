import RPC
import Samples
import Testing

@testable import IngestionService

struct OpenSegmentsTests {
    private func add(
        _ group: Int, _ start: Int64, to segments: inout OpenSegments,
        _ finished: inout [OpenSegments.Finished]
    ) {
        let none: [Int32] = []
        none.withUnsafeBufferPointer { none in
            [start].withUnsafeBufferPointer { times in
                [1.0].withUnsafeBufferPointer { values in
                    segments.add(
                        group: group, starts: times, ends: times, values: values,
                        attributes: AttributeEntries(
                            samples: none, kinds: none, textIndices: none, texts: []),
                        firstSample: 0, into: &finished)
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `series beyond the limit are finished in the order of their samples`() {
        let count = OpenSegments.limit + 50_000
        var segments = OpenSegments()
        var finished: [OpenSegments.Finished] = []

        for group in 0..<count { add(group, 1_700_000_000_000, to: &segments, &finished) }
        let early = finished.map(\.key.group)
        segments.finishAll(into: &finished)

        #expect(early == Array(0..<50_000))
        #expect(finished.map(\.key.group) == Array(0..<count))
    }

    @Test func `a series that returns to a segment continues it`() {
        var segments = OpenSegments()
        var finished: [OpenSegments.Finished] = []

        add(0, 1, to: &segments, &finished)
        add(0, Segment.milliseconds * 3, to: &segments, &finished)
        add(0, 2, to: &segments, &finished)
        segments.finishAll(into: &finished)

        #expect(finished.map(\.columns.count).sorted() == [1, 2])
    }
}
