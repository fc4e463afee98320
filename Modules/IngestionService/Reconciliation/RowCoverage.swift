import CivilTime
import Contracts

/// What a file has of workouts, correlations and activity summaries, so that at its end can be told what
/// it no longer has.
///
/// As with samples, those of one type and source are covered from the first to the last start in the
/// file, and what the file has none of is not covered.
struct RowCoverage {
    /// Rows of one type and source.
    private struct Group: Hashable {
        var kind: String
        var type: String
        var sourceKey: String

        init(_ identity: HealthRow.Identity) {
            kind = identity.kind
            type = identity.type
            sourceKey = identity.sourceKey
        }
    }

    private var ranges: [Group: ClosedRange<Int64>] = [:]
    private var present: Set<HealthRow.Identity> = []

    mutating func cover(_ row: HealthRow) {
        let identity = row.identity
        let place = identity.position
        let group = Group(identity)
        let range = ranges[group] ?? place...place
        ranges[group] = min(range.lowerBound, place)...max(range.upperBound, place)
        present.insert(identity)
    }

    /// Whether a stored row should be in the file and is not.
    func isMissing(_ row: HealthRow) -> Bool {
        let identity = row.identity
        return ranges[Group(identity)]?.contains(identity.position) == true
            && !present.contains(identity)
    }
}

extension HealthRow.Identity {
    /// Where the row lies in time, among those of its kind.
    fileprivate var position: Int64 {
        kind == "ActivitySummary" ? Int64(CivilDate(detail)?.days ?? 0) : start
    }
}
