import Contracts
import Testing

@testable import IngestionService

struct ImportCountsTests {
    @Test func `damage of one kind is one problem, at its first place`() {
        var ledger = ImportCounts()
        for offset in [90, 10, 40] as [Int64] {
            ledger.add(
                QuarantinedItem(
                    type: "stepCount", offset: offset, line: 1, reason: "no value", text: "x"))
        }

        #expect(ledger.problems == [.init(offset: 90, line: 1, reason: "no value", count: 3)])
        #expect(ledger.byType["stepCount"]?.quarantined == 3)
    }

    @Test func `damaged items are kept up to a bound and counted beyond it`() {
        var ledger = ImportCounts()
        let text = String(repeating: "x", count: 4096)
        for index in 0..<(ImportCounts.quarantineLimit + 50) {
            ledger.add(
                QuarantinedItem(
                    type: "t", offset: Int64(index), line: 1, reason: "r", text: text))
        }

        let bytes = ledger.quarantined.reduce(0) { $0 + $1.text.utf8.count }
        #expect(bytes <= ImportCounts.quarantineBytes)
        #expect(ledger.quarantined.count == ImportCounts.quarantineLimit)
        #expect(ledger.byType["t"]?.quarantined == ImportCounts.quarantineLimit + 50)
    }

    @Test func `kinds of damage beyond the bound are counted together`() {
        var ledger = ImportCounts()
        for index in 0..<(ImportCounts.problemLimit + 20) {
            ledger.add(.init(offset: 0, line: 0, reason: "\(index)", count: 1))
        }

        #expect(ledger.problems.count == ImportCounts.problemLimit)
        #expect(ledger.problems.reduce(0) { $0 + $1.count } == ImportCounts.problemLimit + 20)
    }

    @Test func `text that is longer in a message counts as what it has there`() {
        var ledger = ImportCounts()
        let text = String(repeating: "\0", count: 4096)
        for index in 0..<1000 {
            ledger.add(
                QuarantinedItem(
                    type: "t", offset: Int64(index), line: 1, reason: "r", text: text))
        }

        let kept = ledger.quarantined.reduce(0) { $0 + $1.text.utf8.count }
        #expect(kept > 0 && kept * 6 <= ImportCounts.quarantineBytes)
    }
}
