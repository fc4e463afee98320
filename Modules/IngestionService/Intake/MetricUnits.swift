import Contracts
import HealthMetrics
import RPC

/// Verifies that importers convert values to the canonical units.
struct MetricUnits {
    private var units: CanonicalUnits

    /// `stored` are the units of the stored metrics.
    init(stored: [String: String]) {
        units = CanonicalUnits(learned: stored)
    }

    /// Checks the unit of a series. An unknown metric takes the unit of its first series.
    /// - Throws: INVALID_ARGUMENT if the series has another unit than its metric.
    mutating func check(_ key: SeriesKey) throws(Status) {
        let conversion = try? units.conversion(of: key.metric, from: key.unit)
        guard conversion?.isIdentity == true, units.unit(of: key.metric) == key.unit else {
            let unit = units.unit(of: key.metric) ?? key.unit
            throw Status(
                .invalidArgument,
                "\(Batches.rejectionStart) \(key.metric) in \(key.unit), but its unit is \(unit).",
                hint: "Check the importer with: dayline plugins validate")
        }
    }
}
