import Samples
import Testing

@testable import IngestionService

@Suite struct ChunkAdditionsTests {
    /// Samples at the times, each with its time as value.
    private static func samples(_ times: [Int64]) -> SampleColumns {
        SampleColumns(starts: times, ends: times, values: times.map { Double($0) })
    }

    /// The times that an import added (nil: it inserted the chunk), those of later imports, and those of the
    /// stored chunk that are its own.
    struct Case: Sendable {
        let added: [Int64]?
        var later: [[Int64]?] = []
        let own: [Int64]
    }

    /// The stored chunk has the times 1 to 5.
    @Test(arguments: [
        Case(added: nil, own: [1, 2, 3, 4, 5]),
        Case(added: [2, 9], own: [2]),
        Case(added: [], own: []),
        Case(added: nil, later: [[2], [5, 7]], own: [1, 3, 4]),
        Case(added: [2, 3], later: [[3]], own: [2]),
        Case(added: nil, later: [nil], own: []),
        Case(added: [1], later: [[2], nil, [3]], own: []),
    ])
    func `a sample belongs to the last import that added it`(example: Case) {
        var additions = ChunkAdditions(example.added.map(Self.samples))
        for times in example.later { additions.add(later: times.map(Self.samples)) }
        let stored = Self.samples([1, 2, 3, 4, 5])

        let own = additions.indices(in: stored)

        #expect(own.sorted().map { stored.starts[$0] } == example.own)
    }
}
