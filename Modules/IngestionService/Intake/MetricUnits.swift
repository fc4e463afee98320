import Contracts
import Metrics
import RPC

/// The unit that each metric is kept in: an importer converts, and this checks that it did.
struct MetricUnits {
    private var units: CanonicalUnits

    /// `stored` are the units of what storage holds.
    init(stored: [String: String]) {
        units = CanonicalUnits(learned: stored)
    }

    /// A metric met for the first time is kept in the unit that it comes in.
    /// - Throws: When the series is in another unit than its metric.
    mutating func check(_ key: SeriesKey) throws(Status) {
        let conversion = try? units.conversion(of: key.metric, from: key.unit)
        guard conversion?.isIdentity == true, units.unit(of: key.metric) == key.unit else {
            let unit = units.unit(of: key.metric) ?? key.unit
            throw Status(
                .invalidArgument,
                "The importer sent \(key.metric) in \(key.unit), and it is kept in \(unit).",
                hint: "Check the importer with: dayline plugins validate")
        }
    }
}
