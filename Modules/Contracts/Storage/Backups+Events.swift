package import RPC

extension Backups {
    /// The topic of backups that fail.
    package static let failedTopic = "backup.failed"

    /// The fields of the event of a failed backup.
    package static func fields(
        of failure: Status, path: String, profile: String
    ) -> [String: String] {
        [
            BusEvents.profileField: profile, "path": path, "code": failure.code.name,
            "message": failure.message,
        ]
    }
}
