import Contracts
import RPC

extension IngestionService {
    /// Rollbacks and undos of imports.
    func registerReversals(on router: inout Router) {
        router.handle(Imports.rollBack) { request, context in
            try await self.reverse(context) { storage, options in
                try await ReconciliationRollback(
                    storage: storage, id: request.id, options: options
                ).run()
            }
        }
        router.handle(Imports.undo) { request, context in
            try await self.reverse(context) { storage, options in
                try await ImportUndo(storage: storage, id: request.id, options: options).run()
            }
        }
    }

    /// Reverses an import after the running ones of its profile, and updates linked activities.
    private func reverse(
        _ context: CallContext,
        _ body: @escaping @Sendable (Client, CallOptions) async throws -> ImportReport
    ) async throws -> ImportReport {
        let storage = dependencies.storage
        var report = try await queue.run(for: context.profile) {
            try await body(storage, context.forwardedOptions)
        }
        report.linked = await linkedActivities.update(context.forwardedOptions)
        return report
    }
}
