import BackupFolders
import Contracts
import RPC

extension StorageService {
    func registerBackups(on router: inout Router) {
        router.handle(Backups.write) { [self] request, call in
            try Self.checkAbsolute(request.path)
            let file = file
            do {
                let recipient = try request.recipient.map { try BackupRecipient($0) }
                // Writing a backup blocks for as long as the disk needs.
                return try await Self.runOnThread {
                    try Backup.write(from: file, to: request.path, for: recipient)
                }
            } catch {
                onBackupFailure(
                    Backups.fields(
                        of: Status(describing: error), path: request.path, profile: call.profile))
                throw error
            }
        }
        router.handle(Backups.configure) { [backups] request, _ in
            if let folder = request.folder { try Self.checkAbsolute(folder) }
            return try await backups.configure(request)
        }
        router.handle(Backups.schedule) { [backups] request, _ in
            try await backups.state(request)
        }
        router.handle(Backups.run) { [backups] _, _ in try await backups.run() }
        router.handle(Backups.examine) { request, _ in
            try Self.checkAbsolute(request.path)
            return try await Self.runOnThread { try Backup.examine(request.path) }
        }
    }

    private static func checkAbsolute(_ path: String) throws(Status) {
        guard path.hasPrefix("/") else {
            throw Status(
                .invalidArgument, "\"\(path)\" is not an absolute path.",
                hint: "Use a path that starts with /.")
        }
    }
}
