import Contracts
import RPC

extension StorageService {
    func registerBackups(on router: inout Router) {
        router.handle(Backups.write) { [self] request, _ in
            try Self.checkAbsolute(request.path)
            let file = file
            // Writing a backup blocks for as long as the disk needs.
            return try await Self.runOnThread { try Backup.write(from: file, to: request.path) }
        }
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
