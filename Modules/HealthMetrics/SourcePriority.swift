/// The source order of a metric: the priority in which overlapping sources count.
package struct SourcePriority: Hashable, Sendable {
    private let positions: [String: Int]

    /// - Parameter order: Compared source names that a person chose, highest priority first. If it
    ///   is empty, the source classes decide.
    package init(order: [String] = []) {
        positions = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// The rank of a source; 0 has the highest priority, and several sources may share one. Sources
    /// outside the order follow the sources in it, except corrections, which precede all. Sources
    /// at one position are ranked by class.
    package func rank(of source: String, _ sourceClass: SourceClass) -> Int {
        let isCorrection = source == Self.corrections && sourceClass == .manual
        let position = positions[source] ?? (isCorrection ? -1 : positions.count)
        return position * SourceClass.allCases.count + sourceClass.rank
    }

    /// The compared source name of entered values and corrections.
    package static let corrections = "dayline"
}
