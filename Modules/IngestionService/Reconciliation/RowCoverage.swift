import CivilTime
import Contracts

/// The workouts, correlations and activity summaries that a file covers, to determine at its end the
/// stored rows that it no longer has.
///
/// Rows of one type and source are covered from their first to their last start in the file.
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
        let position = identity.position
        let group = Group(identity)
        let range = ranges[group] ?? position...position
        ranges[group] = min(range.lowerBound, position)...max(range.upperBound, position)
        present.insert(identity)
    }

    /// True if the file covers a stored row and does not have it.
    func isMissing(_ row: HealthRow) -> Bool {
        let identity = row.identity
        return ranges[Group(identity)]?.contains(identity.position) == true
            && !present.contains(identity)
    }
}

extension HealthRow.Identity {
    /// Position in time among rows of its kind: the start, or the day of an activity summary.
    fileprivate var position: Int64 {
        kind == "ActivitySummary" ? Int64(CivilDate(detail)?.days ?? 0) : start
    }
}
