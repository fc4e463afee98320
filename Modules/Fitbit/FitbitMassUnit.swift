/// The unit of the weights of an archive, which follows the account and is not in the file. A weight and
/// its body mass index show the height of the person in one unit only.
struct FitbitMassUnit {
    /// The heights that weights in kilograms would mean, in metres.
    private var heights: [Double] = []

    private static let limit = 10_000

    mutating func add(weight: Double, bodyMassIndex: Double) {
        guard weight > 0, bodyMassIndex > 0, heights.count < Self.limit else { return }
        heights.append((weight / bodyMassIndex).squareRoot())
    }

    /// The unit and what shows it; nil if the heights fit none.
    var unit: (name: String, reason: String)? {
        guard !heights.isEmpty else { return nil }
        let height = heights.sorted()[heights.count / 2]
        let units = [("kg", 1.0), ("lb", 0.45359237), ("st", 6.35029318)]
        for (name, factor) in units {
            let meters = height * factor.squareRoot()
            // Below 1.35 m another unit is likelier than a small person.
            if (1.35...2.1).contains(meters) {
                let text = (meters * 100).rounded() / 100
                return (
                    name,
                    "weights in \(name), since their body mass indexes mean a height of \(text) m"
                )
            }
        }
        return nil
    }
}
