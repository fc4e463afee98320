import PluginKit

/// The count, sum and extremes of the values of a measurement.
struct ValueRange {
    private(set) var count = 0
    private var sum = 0.0
    private var least = Double.infinity
    private var greatest = -Double.infinity

    mutating func append(_ value: Double) {
        guard value.isFinite else { return }
        count += 1
        sum += value
        least = min(least, value)
        greatest = max(greatest, value)
    }

    /// The statistic of the values; nil without values.
    func statistic(unit: String) -> ImportedWorkout.Statistic? {
        guard count > 0 else { return nil }
        return ImportedWorkout.Statistic(
            unit: unit, average: sum / Double(count), min: least, max: greatest)
    }

    /// The values as a text, such as `average 3.5, minimum 1, maximum 6 W`.
    func text(unit: String) -> String {
        let numbers =
            count == 1
            ? Self.text(sum)
            : "average \(Self.text(sum / Double(max(1, count)))), minimum \(Self.text(least)), "
                + "maximum \(Self.text(greatest))"
        return unit.isEmpty ? numbers : "\(numbers) \(unit)"
    }

    /// A number with at most three decimal places.
    private static func text(_ number: Double) -> String {
        let rounded = (number * 1000).rounded() / 1000
        return Int64(exactly: rounded).map(String.init) ?? "\(rounded)"
    }
}
