/// The unit of weights in a Fitbit archive, which the file does not state: the first of kg, lb and st
/// for which weight and body mass index give a plausible height.
struct FitbitMassUnit {
    /// The heights in metres, computed as if the weights were in kilograms.
    private var heights: [Double] = []

    /// The maximum number of weights that are examined.
    private static let limit = 10_000
    private static let units = [("kg", 1.0), ("lb", 0.45359237), ("st", 6.35029318)]
    static let names = units.map(\.0)
    /// The heights that are plausible, in metres. A lower one is taken as a sign of another unit.
    private static let plausible = 1.35...2.1

    /// The unit of an archive.
    struct Finding {
        var unit: String
        var reason: String
        /// The other unit with a plausible height, and that height, as a phrase; nil: no other unit fits.
        var alternative: String?
    }

    mutating func add(weight: Double, bodyMassIndex: Double) {
        guard weight > 0, bodyMassIndex > 0, heights.count < Self.limit else { return }
        heights.append((weight / bodyMassIndex).squareRoot())
    }

    /// The first unit that gives a plausible height; nil if none does.
    var finding: Finding? {
        guard !heights.isEmpty else { return nil }
        let medianHeight = heights.sorted()[heights.count / 2]
        let fits = Self.units.compactMap { name, factor -> (unit: String, height: String)? in
            let meters = medianHeight * factor.squareRoot()
            guard Self.plausible.contains(meters) else { return nil }
            return (name, "\((meters * 100).rounded() / 100) m")
        }
        guard let first = fits.first else { return nil }
        return Finding(
            unit: first.unit,
            reason: "their body mass indexes mean a height of \(first.height)",
            alternative: fits.count > 1 ? "\(fits[1].unit) would mean \(fits[1].height)" : nil)
    }
}
