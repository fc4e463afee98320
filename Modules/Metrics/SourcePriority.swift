/// Whose samples count first where sources of a metric overlap.
package struct SourcePriority: Hashable, Sendable {
    private let places: [String: Int]

    /// - Parameter order: Compared names of sources, highest first, as a person chose; without any
    ///   the classes decide alone.
    package init(order: [String] = []) {
        places = Dictionary(order.enumerated().map { ($1, $0) }) { first, _ in first }
    }

    /// The rank of a source; 0 is the highest, and several may share one. A source that the order
    /// leaves out comes after those it has; within one place the class decides.
    package func rank(of source: String, _ sourceClass: SourceClass) -> Int {
        let place = places[source] ?? places.count
        return place * SourceClass.allCases.count + sourceClass.rank
    }
}
