package import Contracts
import PostgresClient
import RPC
package import StorageCore

extension PostgresStorage: HealthRowOperations {
    package func healthRows(
        of table: HealthRowTable, after position: HealthRowPosition,
        in range: HealthRows.RangeRequest, limit: PageLimit, of profile: String
    ) async throws -> [StoredHealthRow] {
        try await read(profile) {
            [HealthRowRows.page(of: table, after: position, in: range, limit: limit, $0)]
        } _: { _, results in
            try results[0].rows.map(HealthRowRows.row)
        }
    }

    package func workout(_ id: String, of profile: String) async throws -> StoredHealthRow? {
        let position = try await read(profile) {
            [HealthRowRows.workoutPositions($0)]
        } _: { _, results in
            try results[0].rows.map(HealthRowRows.position).first {
                StoredHealthRow(position: $0, content: .empty).id == id
            }
        }
        guard let position else { return nil }
        return try await read(profile) {
            [HealthRowRows.workout(at: position, $0)]
        } _: { _, results in
            try results[0].first.map(HealthRowRows.row)
        }
    }

    package func summaries(
        after day: String, limit: Int, of profile: String
    ) async throws -> [ActivitySummary] {
        try await read(profile) {
            [HealthRowRows.summaries(after: day, limit: limit, $0)]
        } _: { _, results in
            try results[0].rows.compactMap { row in
                guard case .activitySummary(let summary) = try HealthRowRows.healthRow(row) else {
                    return nil
                }
                return summary
            }
        }
    }
}
