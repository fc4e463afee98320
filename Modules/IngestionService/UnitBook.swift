import Contracts
import RPC

/// The unit that each metric is kept in: an importer converts, and this checks that it did.
struct UnitBook {
    private var units: [String: String]

    /// - Parameter stored: The units of what storage holds.
    init(stored: [String: String]) {
        units = stored
    }

    /// A metric met for the first time is kept in the unit that it comes in.
    /// - Throws: When the series is in another unit than its metric.
    mutating func check(_ key: SeriesKey) throws(Status) {
        let unit = units[key.metric] ?? key.unit
        guard key.unit == unit else {
            throw Status(
                .invalidArgument,
                "The importer sent \(key.metric) in \(key.unit), and it is kept in \(unit).",
                hint: "Check the importer with: dayline plugins validate")
        }
        units[key.metric] = unit
    }
}
