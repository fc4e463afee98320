import Contracts
import PostgresClient
import RPC
import StorageCore

/// The rows of a request that are to be staged.
struct RowStaging {
    private var staged: [HealthRow.Identity: EncodedValue<HealthRow>] = [:]

    /// The rows to be inserted or replaced, one for each identity.
    var rows: [EncodedValue<HealthRow>] { Array(staged.values) }

    /// Adds a row. `known` has its text among the rows that the import staged before the request, and among
    /// the published ones.
    /// - Returns: True if the row was unknown to the profile and to the import.
    mutating func add(_ row: EncodedValue<HealthRow>, _ known: PostgresRow) throws -> Bool {
        let identity = row.value.identity
        let before = try staged[identity]?.text ?? known.optionalText(0).map { Bytes($0) }
        let state = try HealthRowState(
            row.value, staged: before, published: try known.optionalText(1).map { Bytes($0) })
        switch state {
        case .known: return false
        case .unknown:
            // A correlation that the import has staged already.
            guard before == nil else { return false }
            staged[identity] = row
            return true
        case .moreComplete(let completed):
            staged[identity] = try EncodedValue(completed)
            return false
        case .newer(let isStaged):
            staged[identity] = row
            return !isStaged
        }
    }
}
