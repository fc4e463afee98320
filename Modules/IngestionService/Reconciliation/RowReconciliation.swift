import Contracts
import RPC
import Synchronization

/// Removes stored workouts, correlations and activity summaries that a newer, complete export no
/// longer has.
struct RowReconciliation {
    let stage: any ChunkStage
    let coverage: RowCoverage

    private static let rowsInCall = 256

    /// - Returns: The removals by kind, type and source.
    func perform() async throws -> [ImportReport.Removal] {
        let missing = Mutex<[HealthRow]>([])
        try await stage.readRows { [coverage] rows in
            let found = rows.filter(coverage.isMissing)
            missing.withLock { $0 += found }
        }
        let removed = missing.withLock { $0 }
        for start in stride(from: 0, to: removed.count, by: Self.rowsInCall) {
            let part = removed[start..<min(start + Self.rowsInCall, removed.count)]
            try await stage.removeRows(Array(part))
        }
        return Self.removals(removed)
    }

    /// The rows by kind, type and source.
    static func removals(_ rows: [HealthRow]) -> [ImportReport.Removal] {
        var removals: [ImportReport.Removal] = []
        for row in rows {
            let removal = ImportReport.Removal(row)
            let index =
                removals.firstIndex {
                    $0.metric == removal.metric && $0.type == removal.type
                        && $0.source == removal.source
                } ?? removals.count
            if index == removals.count { removals.append(removal) }
            removals[index].count += 1
            if removals[index].samples.count < Reconciliation.listedLimit {
                removals[index].samples.append(.init(row))
            }
        }
        return removals.sorted {
            ($0.metric, $0.type ?? "", $0.source) < ($1.metric, $1.type ?? "", $1.source)
        }
    }
}

extension ImportReport.Removal {
    fileprivate init(_ row: HealthRow) {
        switch row {
        case .workout(let workout):
            self.init(
                metric: row.type, type: workout.type, source: workout.source, device: "", unit: "")
        case .correlation(let correlation):
            self.init(
                metric: row.type, type: correlation.type, source: correlation.source, device: "",
                unit: "")
        case .activitySummary:
            self.init(metric: row.type, source: "", device: "", unit: "")
        }
    }
}

extension ImportReport.Removal.Sample {
    fileprivate init(_ row: HealthRow) {
        switch row {
        case .activitySummary(let summary): self.init(day: summary.day)
        default:
            let identity = row.identity
            self.init(start: identity.start, end: identity.end, value: nil)
        }
    }
}
