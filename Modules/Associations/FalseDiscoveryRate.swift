/// Control of the false discovery rate over many tests.
package enum FalseDiscoveryRate {
    /// The adjusted probability q of each test: among all tests with a q of at most 0.05, on average
    /// at most 5 % are findings by chance (Benjamini and Hochberg 1995).
    ///
    /// - Parameter probabilities: The probability of each test, 0 to 1.
    /// - Returns: The q of each test in the same order, 0 to 1.
    package static func adjusted(_ probabilities: [Double]) -> [Double] {
        let order = probabilities.indices.sorted { probabilities[$0] > probabilities[$1] }
        var adjusted = probabilities
        var least = 1.0
        for (position, index) in order.enumerated() {
            let rank = Double(probabilities.count - position)
            least = min(least, probabilities[index] * Double(probabilities.count) / rank)
            adjusted[index] = least
        }
        return adjusted
    }
}
