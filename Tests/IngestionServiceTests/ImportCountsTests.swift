import Contracts
import Testing

@testable import IngestionService

struct ImportCountsTests {
    @Test func `damage of one kind is one problem with its first location`() {
        var counts = ImportCounts()
        for offset in [90, 10, 40] as [Int64] {
            counts.add(
                QuarantinedItem(
                    type: "stepCount", offset: offset, line: 1, reason: "no value", text: "x"))
        }

        #expect(counts.problems == [.init(offset: 90, line: 1, reason: "no value", count: 3)])
        #expect(counts.byType["stepCount"]?.quarantined == 3)
    }

    @Test func `damaged items are stored up to a limit and counted beyond it`() {
        var counts = ImportCounts()
        let text = String(repeating: "x", count: 4096)
        for index in 0..<(ImportCounts.quarantineLimit + 50) {
            counts.add(
                QuarantinedItem(
                    type: "t", offset: Int64(index), line: 1, reason: "r", text: text))
        }

        let bytes = counts.quarantined.reduce(0) { $0 + $1.text.utf8.count }
        #expect(bytes <= ImportCounts.quarantineBytes)
        #expect(counts.quarantined.count == ImportCounts.quarantineLimit)
        #expect(counts.byType["t"]?.quarantined == ImportCounts.quarantineLimit + 50)
    }

    @Test func `kinds of damage beyond the limit are counted together`() {
        var counts = ImportCounts()
        for index in 0..<(ImportCounts.problemLimit + 20) {
            counts.add(.init(offset: 0, line: 0, reason: "\(index)", count: 1))
        }

        #expect(counts.problems.count == ImportCounts.problemLimit)
        #expect(counts.problems.reduce(0) { $0 + $1.count } == ImportCounts.problemLimit + 20)
    }

    @Test func `the length of a text is counted as in a message`() {
        var counts = ImportCounts()
        let text = String(repeating: "\0", count: 4096)
        for index in 0..<1000 {
            counts.add(
                QuarantinedItem(
                    type: "t", offset: Int64(index), line: 1, reason: "r", text: text))
        }

        let bytes = counts.quarantined.reduce(0) { $0 + $1.text.utf8.count }
        #expect(bytes > 0 && bytes * 6 <= ImportCounts.quarantineBytes)
    }
}
