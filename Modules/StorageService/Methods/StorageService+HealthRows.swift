import Contracts
import RPC

extension StorageService {
    func registerHealthRows(on router: inout Router) {
        router.handle(HealthRows.workouts) { [self] request, context, writer in
            try await pages(of: .workout, request, context) { rows in
                try await writer.send(
                    HealthRows.WorkoutPage(
                        ids: rows.map(\.id), written: rows.map { try $0.workout() }))
            }
        }
        router.handle(HealthRows.workout) { [self] request, context in
            let row = try await file.read { db in
                try HealthRowStore.workout(
                    request.id, of: ProfileRow.named(context.profile, db).id, db)
            }
            guard let row else {
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
        router.handle(HealthRows.summaries) { [self] _, context, writer in
            var last = ""
            while true {
                let page = try await file.read { [last] db in
                    try HealthRowStore.summaries(
                        of: ProfileRow.named(context.profile, db).id, after: last,
                        limit: Self.healthRowsPerPage, db)
                }
                guard let end = page.last?.day else { return Empty() }
                last = end
                try await writer.send(HealthRows.SummaryPage(summaries: page))
            }
        }
    }

    private func pages(
        of table: HealthRowStore.Table, _ range: HealthRows.RangeRequest, _ context: CallContext,
        send: ([HealthRowStore.Row]) async throws -> Void
    ) async throws -> Empty {
        var next = HealthRowStore.Cursor(start: range.from ?? .min)
        while true {
            let page = try await file.read { [next] db in
                try HealthRowStore.page(
                    of: table, profile: ProfileRow.named(context.profile, db).id, after: next,
                    before: range.to ?? .max, lastingFrom: range.lastingFrom ?? .min,
                    limit: Self.healthRowsPerPage, db)
            }
            guard let last = page.last else { return Empty() }
            next = last.cursor
            try await send(page)
        }
    }

    /// A row is about a kilobyte.
    private static let healthRowsPerPage = 256
}
