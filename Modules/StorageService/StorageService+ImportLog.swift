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
        router.handle(ImportLog.known) { [self] reading, context in
            try await file.read { db in
                let profile = try ProfileRow.named(context.profile, db)
                return ImportLog.Known(files: try ImportFiles.known(reading, of: profile, db))
            }
        }
        router.handle(ImportLog.remember) { [self] request, context in
            try await file.write(.deferred) { db in
                let profile = try ProfileRow.named(context.profile, db)
                try ImportFiles.remember(request.file, request.reading, of: profile, db)
                return Empty()
            }
        }
    }
}
