import Contracts
import RPC

extension StorageService {
    func registerImportLog(on router: inout Router) {
        router.handle(ImportLog.list) { [self] _, context in
            try await file.read { db in
                ImportLog.Listing(
                    imports: try ImportRow.reports(
                        of: ProfileRow.named(context.profile, db).id, db))
            }
        }
        router.handle(ImportLog.get) { [self] request, context in
            try await file.read { db in
                try ImportRow.entry(
                    request.id, of: ProfileRow.named(context.profile, db).id, db)
            }
        }
    }
}
