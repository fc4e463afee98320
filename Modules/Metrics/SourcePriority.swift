/// Whose samples count first where sources of a metric overlap.
package struct SourcePriority: Hashable, Sendable {
    private let positions: [String: Int]

    /// - Parameter order: Compared names of sources, highest first, as a person chose; without any
    ///   the classes decide alone.
    package init(order: [String] = []) {
        positions = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// The rank of a source; 0 is the highest, and several may share one. A source that the order
    /// leaves out comes after those it has, but for values that a person has corrected, which come
    /// before all; within one place the class decides.
    package func rank(of source: String, _ sourceClass: SourceClass) -> Int {
        let isCorrection = source == Self.corrections && sourceClass == .manual
        let place = positions[source] ?? (isCorrection ? -1 : positions.count)
        return place * SourceClass.allCases.count + sourceClass.rank
    }

    /// The compared name of the source of values that a person enters in the place of others.
    package static let corrections = "dayline"
}
