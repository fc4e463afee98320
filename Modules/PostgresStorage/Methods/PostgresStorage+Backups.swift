import Contracts
import RPC

/// Refusals of backups, which the server makes itself, and of the files of imports.
extension PostgresStorage {
    func registerBackups(on router: inout Router) {
        router.handle(Backups.write) { _, _ in throw Self.backupRefusal }
        router.handle(Backups.examine) { _, _ in throw Self.restoreRefusal }
        router.handle(Backups.schedule) { _, _ in throw Self.backupRefusal }
        router.handle(Backups.configure) { _, _ in throw Self.backupRefusal }
        router.handle(Backups.run) { _, _ in throw Self.backupRefusal }
    }

    private static let backupRefusal = Status(
        .failedPrecondition,
        "The data is in PostgreSQL, which dayline does not back up.",
        hint:
            "Back up the database with: pg_dump --format=custom --file=FILE ADDRESS, as a role that "
            + "bypasses row level security, or with WAL archiving; the data of one profile with: dayline "
            + "export FILE --profile NAME. See the guide, PostgreSQL.")

    private static let restoreRefusal = Status(
        .failedPrecondition,
        "The data is in PostgreSQL, where dayline restore cannot replace it.",
        hint: "Restore a dump with: pg_restore --clean --if-exists --dbname=ADDRESS FILE")
}
