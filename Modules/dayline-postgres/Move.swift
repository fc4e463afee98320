import ArgumentParser
import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import RPC
import Supervision

/// Moves the data of a home between its file and a database server. `dayline move` runs this program.
struct Move: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        abstract: "Move the data of a stopped home to PostgreSQL, or back to its file.",
        discussion: """
            Used by dayline move, which also stops and starts the home. Prints one JSON object a line.
            """)

    @Argument(help: "Address of the database, or sqlite for the file in the home.")
    var target: String

    @Option(help: "Folder of the home.")
    var home: String

    @OptionGroup var password: PasswordOption

    @Option(
        help: ArgumentHelp(
            "Copy only the profile NAME; the home keeps its database (default: all).",
            valueName: "name"))
    var profile: String?

    @Flag(help: "Check everything and print what would be moved.")
    var dryRun = false

    @Flag(help: "Replace profiles of the same names in the target.")
    var replace = false

    mutating func run() async throws {
        do {
            let home = try Home.located(
                explicit: home, environment: ProcessInfo.processInfo.environment)
            // Keeps supervisors from starting until this process ends.
            let lock = dryRun ? nil : try HomeLock(home, for: .move)
            defer { withExtendedLifetime(lock) {} }
            let options = MoveOptions(
                home: home, settings: try SupervisorSettings.read(home), profile: profile,
                isDryRun: dryRun, shouldReplace: replace)
            let report =
                target == DatabaseKind.sqlite.rawValue
                ? try await MoveToFile(options).run()
                : try await MoveToServer(
                    options, DatabaseServer(parsing: target, passwordFile: password.file)
                ).run()
            try MoveOptions.write(MoveLine(report: report))
        } catch {
            try MoveOptions.write(MoveLine(failure: Status(describing: error)))
            throw ExitCode.failure
        }
    }
}
