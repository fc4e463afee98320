package import RPC

/// Day totals as columns of one length, ascending by day, as storage and aggregation exchange them.
///
/// `day` counts from 1970-01-01; `sum` has the sources merged, and the other columns cover the
/// samples of all sources.
package struct DayColumns: Codable, Hashable, Sendable {
    /// The days since 1970-01-01, ascending.
    package var day: [Int32] = []
    /// The total of each day with sources merged, in the canonical unit.
    package var sum: [Double] = []
    /// The sum of the samples of all sources, in the canonical unit.
    package var rawSum: [Double] = []
    /// The number of samples of all sources that start on the day, 0 or more.
    package var count: [Int64] = []
    /// The least sample of the day, in the canonical unit; 0 without samples.
    package var min: [Double] = []
    /// The greatest sample of the day, in the canonical unit; 0 without samples.
    package var max: [Double] = []
    /// The latest sample of the day, in the canonical unit; 0 without samples.
    package var last: [Double] = []

    package init() {}

    /// - Throws: INVALID_ARGUMENT if the columns do not have the same length.
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
