import RPC
import Samples
import Testing

@testable import IngestionService

struct OpenSegmentsTests {
    private func add(
        _ lane: Int, _ start: Int64, to segments: inout OpenSegments,
        _ finished: inout [OpenSegments.Finished]
    ) {
        let none: [Int32] = []
        none.withUnsafeBufferPointer { none in
            [start].withUnsafeBufferPointer { times in
                [1.0].withUnsafeBufferPointer { values in
                    segments.add(
                        group: lane, starts: times, ends: times, values: values,
                        attributes: AttributeEntries(
                            samples: none, kinds: none, textIndices: none, texts: []),
                        firstSample: 0, into: &finished)
                }
            }
        }
    }

    @Test(.timeLimit(.minutes(1)))
    func `more series than may be open are finished in the order in which they came`() {
        let count = OpenSegments.limit + 50_000
        var segments = OpenSegments()
        var finished: [OpenSegments.Finished] = []

        for lane in 0..<count { add(lane, 1_700_000_000_000, to: &segments, &finished) }
        let early = finished.map(\.key.group)
        segments.finishAll(into: &finished)

        #expect(early == Array(0..<50_000))
        #expect(finished.map(\.key.group) == Array(0..<count))
    }

    @Test func `a series that comes back is finished with what it had`() {
        var segments = OpenSegments()
        var finished: [OpenSegments.Finished] = []

        add(0, 1, to: &segments, &finished)
        add(0, Segment.milliseconds * 3, to: &segments, &finished)
        add(0, 2, to: &segments, &finished)
        segments.finishAll(into: &finished)

        #expect(finished.map(\.columns.count).sorted() == [1, 2])
    }
}
