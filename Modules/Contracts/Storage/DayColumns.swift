package import RPC

/// Day totals as they travel between storage and aggregation: columns of one length, ascending by day.
///
/// `day` counts from 1970-01-01; `sum` has the sources merged, `rawSum` and the rest are over the
/// samples of all of them.
package struct DayColumns: Codable, Hashable, Sendable {
    package var day: [Int32] = []
    package var sum: [Double] = []
    package var rawSum: [Double] = []
    package var count: [Int64] = []
    package var min: [Double] = []
    package var max: [Double] = []
    package var last: [Double] = []

    package init() {}

    /// - Throws: INVALID_ARGUMENT when the columns do not fit one another.
    package init(columns: [Column]) throws(Status) {
        day = try columns.column("day", .int32).array(of: Int32.self)
        sum = try columns.column("sum", .float64).array(of: Double.self)
        rawSum = try columns.column("rawSum", .float64).array(of: Double.self)
        count = try columns.column("count", .int64).array(of: Int64.self)
        min = try columns.column("min", .float64).array(of: Double.self)
        max = try columns.column("max", .float64).array(of: Double.self)
        last = try columns.column("last", .float64).array(of: Double.self)
        let lengths = [
            sum.count, rawSum.count, count.count, min.count, max.count, last.count,
        ]
        guard lengths.allSatisfy({ $0 == day.count }) else {
            throw Status(.invalidArgument, "The columns of the totals do not fit one another.")
        }
    }

    package var columns: [Column] {
        [
            Column("day", day), Column("sum", sum), Column("rawSum", rawSum),
            Column("count", count), Column("min", min), Column("max", max), Column("last", last),
        ]
    }
}
