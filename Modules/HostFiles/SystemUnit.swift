/// Remedies for paths that the system instance cannot use: its unit lets it write to its own folders only,
/// and hides the homes of people and /tmp.
package enum SystemUnit {
    /// The remedy for a folder in a file system that is mounted for reading only, or that is so for the system
    /// instance.
    package static func remedy(forWritingTo folder: String) -> String {
        "Mount its disk for writing. For the system service, permit the folder with: "
            + "sudo systemctl edit dayline, the lines [Service] and ReadWritePaths=\(folder)"
    }

    /// The remedy for a folder that the command can read and the worker cannot.
    package static func remedy(forReading folder: String) -> String {
        "Import a zip archive of the folder, or show it to the system service with: "
            + "sudo systemctl edit dayline, the lines [Service] and BindReadOnlyPaths=\(folder)"
    }
}
