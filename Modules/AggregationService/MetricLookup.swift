import Contracts
import Metrics
import RPC

/// The metric that a person means, with the table's row for it or one made of what storage knows.
struct MetricLookup {
    private let stored: [Days.Name]

    init(_ names: Days.Names) {
        stored = names.metrics
    }

    init(_ listing: Days.Listing) {
        stored = listing.metrics.map { Days.Name(metric: $0.metric, unit: $0.unit) }
    }

    struct Found: Hashable {
        var key: String
        var kind: MetricKind
        /// Of the values as they are shown.
        var unit: String
        /// From stored values to shown ones.
        var display: UnitConversion
        var isKnown: Bool
    }

    /// - Throws: NOT_FOUND with the nearest name, INVALID_ARGUMENT when several begin with it.
    func metric(_ name: String) throws(Status) -> Found {
        let prefix = "metric:"
        if name.hasPrefix(prefix) {
            let key = String(name.dropFirst(prefix.count))
            guard Metric.known(key: key) != nil || stored.contains(where: { $0.metric == key })
            else { throw unknown(key, closest: nil) }
            return found(key)
        }
        switch MetricName.resolve(name, present: stored.map(\.metric)) {
        case .found(let key): return found(key)
        case .ambiguous(let keys):
            throw Status(
                .invalidArgument, "\"\(name)\" may be any of \(keys.joined(separator: ", ")).",
                hint: "Write more of the name.")
        case .unknown(let closest): throw unknown(name, closest: closest)
        }
    }

    func found(_ key: String) -> Found {
        if let metric = Metric.known(key: key) {
            return Found(
                key: key, kind: metric.kind, unit: metric.displayUnit, display: metric.display,
                isKnown: true)
        }
        let unit = stored.first { $0.metric == key }?.unit ?? ""
        return Found(key: key, kind: .discrete, unit: unit, display: .identity, isKnown: false)
    }

    private func unknown(_ name: String, closest: String?) -> Status {
        Status(
            .notFound, "There is no metric called \"\(name)\".",
            hint: closest.map { "Did you mean \"\($0)\"?" }
                ?? "See what there is with: dayline metrics")
    }
}
