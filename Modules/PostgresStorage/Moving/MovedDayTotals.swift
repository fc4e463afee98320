import Contracts
import RPC
import StorageCore

/// Day totals as they are moved: a row for each day of a metric.
enum MovedDayTotals {
    /// The rows of a block.
    static func rows(of metric: String, _ totals: DayColumns) -> [MovedRow] {
        totals.day.indices.map { index in
            [
                .text(metric), .integer(Int64(totals.day[index])), .real(totals.sum[index]),
                .real(totals.rawSum[index]), .integer(totals.count[index]),
                .real(totals.min[index]), .real(totals.max[index]), .real(totals.last[index]),
            ]
        }
    }

    /// Adds a row to the totals of its metric.
    /// - Throws: DATA_LOSS for a row of other types.
    static func append(_ row: MovedRow, to totals: inout DayColumns) throws {
        let integers = [1, 4].compactMap { row[$0].integer }
        let numbers = [2, 3, 5, 6, 7].compactMap { row[$0].real }
        guard integers.count == 2, numbers.count == 5, let day = Int32(exactly: integers[0]) else {
            throw Status(
                .dataLoss, "A day total cannot be moved: one of its values is missing.",
                hint: "Compute the totals again with: dayline doctor --repair")
        }
        totals.day.append(day)
        totals.count.append(integers[1])
        totals.sum.append(numbers[0])
        totals.rawSum.append(numbers[1])
        totals.min.append(numbers[2])
        totals.max.append(numbers[3])
        totals.last.append(numbers[4])
    }

    /// The blocks of totals that are ascending by day.
    static func blocks(_ totals: DayColumns) -> [DayBlock] {
        guard let first = totals.day.first, let last = totals.day.last else { return [] }
        return DayBlock.replacing(
            [FoldedMetric.Slice(days: DaySpan(from: first, to: last), totals: totals)],
            in: DayColumns()
        ).blocks
    }
}
