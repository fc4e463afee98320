import Contracts
import PostgresClient
import RPC
import StorageCore

/// The totals of up to 366 days of a metric: one row of `day_block`.
///
/// The stored bytes are the days as Int32, then the sums, raw sums, counts (Int64), minima, maxima and last
/// values, all little-endian; their number follows from the length. PostgreSQL compresses them with lz4.
struct DayBlock {
    private static let days: Int32 = 366
    /// The size of one day.
    private static let width = 4 + 6 * 8

    let number: Int32
    var totals: DayColumns

    static func number(of day: Int32) -> Int32 {
        day >= 0 ? day / days : (day + 1) / days - 1
    }

    /// - Throws: DATA_LOSS if the bytes are not those of a block.
    static func totals(_ bytes: Bytes) throws(Status) -> DayColumns {
        guard bytes.count.isMultiple(of: width) else {
            throw Status(
                .dataLoss, "A block of day totals is damaged: it has \(bytes.count) bytes.",
                hint: "Compute the totals again with: dayline doctor --repair")
        }
        let count = bytes.count / width
        var offset = 0
        func column<Element: BitwiseCopyable>(_ type: Element.Type) -> [Element] {
            let size = count * MemoryLayout<Element>.size
            defer { offset += size }
            return bytes.slice(from: offset, count: size).array(of: type)
        }
        var totals = DayColumns()
        totals.day = column(Int32.self)
        totals.sum = column(Double.self)
        totals.rawSum = column(Double.self)
        totals.count = column(Int64.self)
        totals.min = column(Double.self)
        totals.max = column(Double.self)
        totals.last = column(Double.self)
        return totals
    }

    var bytes: Bytes {
        var bytes: [UInt8] = []
        bytes.reserveCapacity(totals.day.count * Self.width)
        func append<Element: BitwiseCopyable>(_ column: [Element]) {
            column.withUnsafeBytes { bytes.append(contentsOf: $0) }
        }
        append(totals.day)
        append(totals.sum)
        append(totals.rawSum)
        append(totals.count)
        append(totals.min)
        append(totals.max)
        append(totals.last)
        return Bytes(bytes)
    }

    /// The blocks of a metric after the totals of some days are replaced.
    ///
    /// - Parameters:
    ///   - slices: The replaced days, all of which lose their totals, and their new totals.
    ///   - stored: The totals of all days of the blocks with some of the days, ascending. Totals of other
    ///     blocks are not changed.
    /// - Returns: The blocks with totals, the numbers of the blocks with some of the days that have or had
    ///   totals, and the new totals of all days, ascending.
    static func replacing(
        _ slices: [FoldedMetric.Slice], in stored: DayColumns
    ) -> (blocks: [DayBlock], numbers: Set<Int32>, totals: DayColumns) {
        let touched = slices.map { (number(of: $0.days.from), number(of: $0.days.to)) }
        let numbers = Set(
            Set(stored.day.map(number(of:))).filter { number in
                touched.contains { $0.0 <= number && number <= $0.1 }
            } + slices.flatMap { $0.totals.day.map(number(of:)) })
        var all = stored.filtered { day in
            !slices.contains { $0.days.from <= day && day <= $0.days.to }
        }
        for slice in slices { all.append(slice.totals) }
        let order = all.day.indices.sorted { all.day[$0] < all.day[$1] }
        var blocks: [DayBlock] = []
        var totals = DayColumns()
        for index in order {
            totals.append(all, at: index)
            let number = number(of: all.day[index])
            guard numbers.contains(number) else { continue }
            if blocks.last?.number != number {
                blocks.append(DayBlock(number: number, totals: DayColumns()))
            }
            blocks[blocks.count - 1].totals.append(all, at: index)
        }
        return (blocks, numbers, totals)
    }
}

extension DayColumns {
    /// The totals of the days that satisfy a condition.
    func filtered(_ isIncluded: (Int32) -> Bool) -> DayColumns {
        var columns = DayColumns()
        for index in day.indices where isIncluded(day[index]) { columns.append(self, at: index) }
        return columns
    }

    mutating func append(_ other: DayColumns, at index: Int) {
        day.append(other.day[index])
        sum.append(other.sum[index])
        rawSum.append(other.rawSum[index])
        count.append(other.count[index])
        min.append(other.min[index])
        max.append(other.max[index])
        last.append(other.last[index])
    }
}
