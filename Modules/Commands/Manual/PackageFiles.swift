import FoundationEssentials
import Glibc
import HostFiles
import RPC

/// The files of an installation that are made from the commands: manual pages, completion scripts and
/// the unit of the user service. `tools/package` requests them with `dayline ---package-files FOLDER
/// DAYLINED DATE`.
struct PackageFiles {
    private static let request = "---package-files"

    /// The prefix under which the files are written.
    private let folder: String
    /// The path of the supervisor on the machine of the installation.
    private let supervisor: String
    /// The date of the manual pages.
    private let date: String

    /// Nil if the arguments are not a request for files.
    init?(_ arguments: [String]) {
        guard arguments.count == 4, arguments[0] == Self.request else { return nil }
        (folder, supervisor, date) = (arguments[1], arguments[2], arguments[3])
    }

    /// Writes the files, with a sentence on standard error if that fails.
    /// - Returns: The exit status.
    func run() -> Int32 {
        do {
            for page in ManualPage.all(date: date) {
                try write(page.text, to: "share/man/man1/\(page.name).1")
            }
            let scripts: [(CompletionScript, String)] = [
                (.bash, "bash-completion/completions/dayline"),
                (.zsh, "zsh/vendor-completions/_dayline"),
                (.fish, "fish/vendor_completions.d/dayline.fish"),
            ]
            for (script, path) in scripts { try write(script.text + "\n", to: "share/\(path)") }
            let unit = UserUnit(supervisor: supervisor, home: nil)
            try write(unit.text, to: "lib/systemd/user/\(UserUnit.name)")
            return ExitStatus.done.rawValue
        } catch {
            let status = Status(describing: error)
            Output(isJSON: false, environment: [:]).failure(status)
            return ExitStatus(status.code).rawValue
        }
    }

    private func write(_ text: String, to path: String) throws {
        let path = "\(folder)/\(path)"
        try FileManager.default.createDirectory(
            atPath: Files.folder(of: path), withIntermediateDirectories: true)
        try Files.writeAtomically(Array(text.utf8), to: path, mode: 0o644)
    }
}
