import Glibc
import HostFiles
import RPC

/// The files of a new importer and its test. The importer reads lines of `milliseconds since
/// 1970,millilitres`.
struct PluginSkeleton {
    /// Lower-case letters, digits and dashes.
    let name: String

    struct File {
        var path: String
        var text: String
        var isExecutable = false
    }

    /// Creates the importer's folder.
    /// - Returns: Its path.
    /// - Throws: ALREADY_EXISTS if the folder exists.
    func createFolder(in parent: String) throws -> String {
        let folder = "\(parent)/\(name)"
        guard access(folder, F_OK) != 0 else {
            throw Status(
                .alreadyExists, "There is a folder \(folder) already.", hint: "Choose another name."
            )
        }
        try Files.createPrivateFolder(folder)
        return folder
    }

    func write(_ file: File, into folder: String) throws {
        let path = "\(folder)/\(file.path)"
        try Files.createPrivateFolder(Files.folder(of: path))
        try Files.writeAtomically(
            Array(file.text.utf8), to: path,
            mode: file.isExecutable ? 0o700 : 0o600)
    }

    /// The manifest; `executable` is a path in the folder.
    func manifest(executable: String) -> File {
        File(
            path: "plugin.json",
            text: """
                {
                  "name": "\(name)",
                  "kind": "importer",
                  "executable": "\(executable)",
                  "summary": "Reads lines of milliseconds since 1970 and millilitres of water.",
                  "version": "1.0",
                  "accepts": ["*.\(name).csv"]
                }

                """)
    }
}
