package import Contracts
import RPC

/// The operations of workouts, correlations and activity summaries.
package protocol HealthRowOperations: StorageOperations {
    /// Rows of a page, ordered by identity; none at the end.
    func healthRows(
        of table: HealthRowTable, after position: HealthRowPosition,
        in range: HealthRows.RangeRequest, limit: PageLimit, of profile: String
    ) async throws -> [StoredHealthRow]
    /// The workout with an identifier; nil if the profile has no such workout.
    func workout(_ id: String, of profile: String) async throws -> StoredHealthRow?
    /// The summaries after a day, ascending by day.
    func summaries(
        after day: String, limit: Int, of profile: String
    ) async throws -> [ActivitySummary]
}

extension StorageServices where Engine: HealthRowOperations {
    func registerHealthRows(on router: inout Router) {
        router.handle(HealthRows.workouts) { [self] request, context, writer in
            try await pages(of: .workout, request, context) { rows in
                try await writer.send(
                    HealthRows.WorkoutPage(
                        ids: rows.map(\.id), written: rows.map { try $0.workout() }))
            }
        }
        router.handle(HealthRows.workout) { [engine] request, context in
            guard let row = try await engine.workout(request.id, of: context.profile) else {
                throw Status(
                    .notFound, "There is no workout \"\(request.id)\".",
                    hint: "List their identifiers with: dayline workouts --json")
            }
            return HealthRows.WorkoutPage(ids: [row.id], written: [try row.workout()])
        }
        router.handle(HealthRows.correlations) { [self] request, context, writer in
            try await pages(of: .correlation, request, context) { rows in
                let correlations = try rows.compactMap { row in
                    if case .correlation(let correlation) = try row.row() {
                        correlation
                    } else {
                        nil
                    }
                }
                try await writer.send(HealthRows.CorrelationPage(correlations: correlations))
            }
        }
        router.handle(HealthRows.summaries) { [engine] _, context, writer in
            var last = ""
            while true {
                let page = try await engine.summaries(
                    after: last, limit: Self.rowsPerPage, of: context.profile)
                guard let end = page.last?.day else { return Empty() }
                last = end
                try await writer.send(HealthRows.SummaryPage(summaries: page))
            }
        }
    }

    private func pages(
        of table: HealthRowTable, _ range: HealthRows.RangeRequest, _ context: CallContext,
        send: ([StoredHealthRow]) async throws -> Void
    ) async throws -> Empty {
        let limit = PageLimit(rows: Self.rowsPerPage, context)
        var next = HealthRowPosition(start: range.from ?? .min)
        while true {
            let page = try await engine.healthRows(
                of: table, after: next, in: range, limit: limit, of: context.profile)
            guard let last = page.last else { return Empty() }
            next = last.position
            try await send(page)
        }
    }

    /// A row is about a kilobyte.
    private static var rowsPerPage: Int { 256 }
}
