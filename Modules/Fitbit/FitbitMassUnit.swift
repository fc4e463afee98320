/// The unit of weights in a Fitbit archive, which the file does not state: the first of kg, lb and st
/// for which weight and body mass index give a plausible height.
struct FitbitMassUnit {
    /// The heights in metres, computed as if the weights were in kilograms.
    private var heights: [Double] = []

    /// The maximum number of weights that are examined.
    private static let limit = 10_000

    mutating func add(weight: Double, bodyMassIndex: Double) {
        guard weight > 0, bodyMassIndex > 0, heights.count < Self.limit else { return }
        heights.append((weight / bodyMassIndex).squareRoot())
    }

    /// The unit and the reason for it; nil if no unit gives a plausible height.
    var unit: (name: String, reason: String)? {
        guard !heights.isEmpty else { return nil }
        let medianHeight = heights.sorted()[heights.count / 2]
        let units = [("kg", 1.0), ("lb", 0.45359237), ("st", 6.35029318)]
        for (name, factor) in units {
            let meters = medianHeight * factor.squareRoot()
            // A height below 1.35 m is taken as a sign of another unit.
            if (1.35...2.1).contains(meters) {
                let roundedMeters = (meters * 100).rounded() / 100
                return (
                    name,
                    "weights in \(name), since their body mass indexes mean a height of \(roundedMeters) m"
                )
            }
        }
        return nil
    }
}
