import Aggregation
import CivilTime
import Foundation
import HostFiles
import RPC

/// Folds samples in memory into local days of New York and those into five intervals.
struct FoldBench {
    private let series: [Int32]
    private let starts: [Int64]
    private let values: [Double]
    private let zones: ZoneHistory

    init(folder: String) throws {
        series = try Self.column("\(folder)/series.i32")
        starts = try Self.column("\(folder)/start.i64")
        values = try Self.column("\(folder)/value.f64")
        zones = ZoneHistory(
            try Zone(
                name: "America/New_York", tzif: TimeZoneFiles().bytes(of: "America/New_York")))
    }

    /// Prints `rows wall_s days buckets sum` of the series of one part.
    func run(_ order: String, part: Int, of parts: Int) throws -> String {
        var days = 0
        var buckets = 0
        var sum = 0.0
        let rows = series.lazy.filter { Int($0) % parts == part }.count
        let seconds = Stopwatch.median(rounds: 9) {
            let totals = order == "sorted" ? sorted(part, parts) : shuffled(part, parts)
            days = 0
            buckets = 0
            sum = 0
            for series in totals {
                days += series.days.count
                sum += series.days.reduce(0) { $0 + $1.sum }
                for interval in Interval.allCases where interval != .day {
                    buckets += series.series(interval, of: .mean, in: Self.scope).count
                }
            }
        }
        return "\(rows) \(seconds) \(days) \(buckets) \(sum)"
    }

    private static let scope = TrendScope(asOf: CivilDate(days: .max))

    /// Folds rows ordered by series and time.
    private func sorted(_ part: Int, _ parts: Int) -> [DayTotals] {
        var all: [DayTotals] = []
        starts.withUnsafeBufferPointer { starts in
            values.withUnsafeBufferPointer { values in
                var first = 0
                while first < series.count {
                    var next = first
                    while next < series.count, series[next] == series[first] { next += 1 }
                    if Int(series[first]) % parts == part {
                        let range = first..<next
                        var totals = DayTotals()
                        totals.fold(
                            starts: .init(rebasing: starts[range]),
                            ends: .init(rebasing: starts[range]),
                            values: .init(rebasing: values[range]), rank: 0, in: zones)
                        all.append(totals)
                    }
                    first = next
                }
            }
        }
        return all
    }

    /// Folds rows in any order, grouped by series first.
    private func shuffled(_ part: Int, _ parts: Int) -> [DayTotals] {
        var counts = [Int](repeating: 0, count: Int(series.max() ?? 0) + 1)
        for number in series { counts[Int(number)] += 1 }
        var columns = counts.map { count in
            (starts: [Int64](), values: [Double](), count: count)
        }
        for index in columns.indices {
            columns[index].starts.reserveCapacity(counts[index])
            columns[index].values.reserveCapacity(counts[index])
        }
        for index in series.indices {
            let number = Int(series[index])
            columns[number].starts.append(starts[index])
            columns[number].values.append(values[index])
        }
        return columns.indices.filter { $0 % parts == part }.map { number in
            var totals = DayTotals()
            columns[number].starts.withUnsafeBufferPointer { starts in
                columns[number].values.withUnsafeBufferPointer { values in
                    totals.fold(
                        unsortedStarts: starts, ends: starts, values: values, rank: 0, in: zones)
                }
            }
            return totals
        }
    }

    private static func column<Element: BitwiseCopyable>(_ path: String) throws -> [Element] {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Status(.notFound, "\(path) cannot be read.")
        }
        return data.withUnsafeBytes { bytes in
            [Element](unsafeUninitializedCapacity: bytes.count / MemoryLayout<Element>.stride) {
                UnsafeMutableRawBufferPointer($0).copyMemory(from: bytes)
                $1 = bytes.count / MemoryLayout<Element>.stride
            }
        }
    }
}
