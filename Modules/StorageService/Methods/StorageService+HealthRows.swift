package import Contracts
package import StorageCore

extension StorageService: HealthRowOperations {
    package func healthRows(
        of table: HealthRowTable, after position: HealthRowPosition,
        in range: HealthRows.RangeRequest, limit: PageLimit, of profile: String
    ) async throws -> [StoredHealthRow] {
        try await file.read { db in
            try HealthRowStore.page(
                of: table, profile: ProfileRow.named(profile, db).id, after: position,
                before: range.to ?? .max, lastingFrom: range.lastingFrom ?? .min, limit: limit, db)
        }
    }

    package func workout(_ id: String, of profile: String) async throws -> StoredHealthRow? {
        try await file.read { db in
            try HealthRowStore.workout(id, of: ProfileRow.named(profile, db).id, db)
        }
    }

    package func summaries(
        after day: String, limit: Int, of profile: String
    ) async throws -> [ActivitySummary] {
        try await file.read { db in
            try HealthRowStore.summaries(
                of: ProfileRow.named(profile, db).id, after: day, limit: limit, db)
        }
    }
}
