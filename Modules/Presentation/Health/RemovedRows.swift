package import Contracts

/// The samples or rows of one kind and source that an import removed, for a table. A source can have several
/// series, such as one for each version of a watch's software.
package struct RemovedRows: Sendable {
    /// The metric key of samples; for other rows the element name, such as `Workout`.
    package let metric: String
    /// The type of workouts and correlations; nil: other rows.
    package let type: String?
    package let source: String
    package private(set) var count: Int
    /// The start of the earliest listed sample or row, in the form of `ImportReport.Removal.Sample`; nil:
    /// none is listed.
    package private(set) var first: String?

    /// One element for each kind and source, in the order in which the removals have them first.
    package static func bySource(_ removals: [ImportReport.Removal]) -> [RemovedRows] {
        var rows: [RemovedRows] = []
        for removal in removals {
            let first = removal.samples.map(\.start).min()
            if let index = rows.firstIndex(where: { $0.isOfSameSource(as: removal) }) {
                rows[index].count += removal.count
                rows[index].first = [rows[index].first, first].compactMap(\.self).min()
            } else {
                rows.append(
                    RemovedRows(
                        metric: removal.metric, type: removal.type, source: removal.source,
                        count: removal.count, first: first))
            }
        }
        return rows
    }

    private func isOfSameSource(as removal: ImportReport.Removal) -> Bool {
        (metric, type, source) == (removal.metric, removal.type, removal.source)
    }
}
