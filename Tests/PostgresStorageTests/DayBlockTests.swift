import Contracts
import RPC
import Randomness
import StorageCore
import Testing

@testable import PostgresStorage

@Suite struct DayBlockTests {
    /// Totals of the days, whose sums are `sum` and the day.
    private func totals(_ days: [Int32], sum: Double) -> DayColumns {
        var columns = DayColumns()
        for day in days {
            let value = sum + Double(day)
            columns.day.append(day)
            columns.sum.append(value)
            columns.rawSum.append(value * 2)
            columns.count.append(Int64(day) &* 3)
            columns.min.append(-value)
            columns.max.append(value * 3)
            columns.last.append(value / 7)
        }
        return columns
    }

    @Test(arguments: [[], [0], [-1, 0, 1], [-719_162, 365, 366, 2_932_896]] as [[Int32]])
    func `a block is read as it was written`(days: [Int32]) throws {
        let block = DayBlock(number: 0, totals: totals(days, sum: 0.1))

        #expect(try DayBlock.totals(block.bytes) == block.totals)
    }

    @Test func `a block with a part of a day is refused as damaged`() {
        #expect(throws: Status.self) {
            try DayBlock.totals(Bytes([UInt8](repeating: 0, count: 51)))
        }
    }

    @Test(
        arguments: [(-367, -2), (-366, -1), (-1, -1), (0, 0), (365, 0), (366, 1)]
            as [(Int32, Int32)])
    func `a block has 366 days`(day: Int32, number: Int32) {
        #expect(DayBlock.number(of: day) == number)
    }

    @Test(arguments: 1...20)
    func `replaced days equal those of a dictionary`(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        var expected: [Int32: Double] = [:]
        var blocks: [Int32: DayBlock] = [:]
        for round in 1...30 {
            let from = Int32.random(in: -1200...1200, using: &random)
            let days = DaySpan(from: from, to: from + Int32.random(in: 0...900, using: &random))
            let present = (days.from...days.to).filter { _ in Bool.random(using: &random) }
            let slice = FoldedMetric.Slice(
                days: days, totals: totals(present, sum: Double(round)))
            var stored = DayColumns()
            for number in blocks.keys.sorted()
            where DayBlock.number(of: days.from)...DayBlock.number(of: days.to) ~= number {
                if let block = blocks[number] { stored.append(block.totals) }
            }

            let (replaced, numbers, merged) = DayBlock.replacing([slice], in: stored)

            for number in numbers { blocks[number] = nil }
            for block in replaced { blocks[block.number] = block }
            expected = expected.filter { !(days.from...days.to).contains($0.key) }
            for day in present { expected[day] = Double(round) + Double(day) }
            let touched = expected.filter { numbers.contains(DayBlock.number(of: $0.key)) }
            #expect(merged.day == touched.keys.sorted())
            let all = blocks.values.flatMap { zip($0.totals.day, $0.totals.sum) }
            #expect(Dictionary(uniqueKeysWithValues: all) == expected)
            #expect(
                blocks.allSatisfy { number, block in
                    block.totals.day.allSatisfy { DayBlock.number(of: $0) == number }
                })
        }
    }
}
