import ArgumentParser
import Contracts
import HostFiles
import Presentation
import RPC
import Supervision

struct MoveCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "move", abstract: "Move the data to PostgreSQL, or back to the file in the home.",
        discussion: .examples(
            after: """
                Stops the system, copies and compares all rows, compares answers of both databases, and starts \
                the system on the new one. If anything fails, the home keeps its database. A move that was \
                interrupted continues with the same command. The old data is kept.
                """,
            "move --to postgresql://dayline@db.example.org/dayline --dry-run",
            "move --to postgresql://dayline@db.example.org/dayline", "move --to sqlite"))

    @Option(
        help: ArgumentHelp(
            "Address of the database, or sqlite for the file in the home.", valueName: "address"))
    var to: String

    @Option(
        help: ArgumentHelp(
            "Read the password of the database from the first line of FILE, which has mode 0600.",
            valueName: "file"),
        completion: .file())
    var databasePasswordFile: String?

    @Flag(help: "Check everything and print what would be moved.")
    var dryRun = false

    @Flag(help: "Replace profiles of the same names in the database for good.")
    var replace = false

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        try context.requireLocal("dayline move")
        if to != DatabaseKind.sqlite.rawValue { _ = try DatabaseServer(parsing: to) }
        let program = MoveProgram(context, arguments: try arguments(of: context))
        // Finds nearly all reasons for a failure while the system still runs.
        let planned = try program.run(isDryRun: true)
        guard !dryRun else { return try report(planned, context) }
        let running = try RunningSystem(context)
        try await running?.stop(context)
        let moved: MoveReport
        do {
            moved = try program.run(isDryRun: false)
        } catch {
            // On the database that it had.
            try running?.start(context)
            throw error
        }
        try running?.start(context)
        return try report(moved, context)
    }

    private func arguments(of context: CommandContext) throws -> [String] {
        var arguments = ["move", to, "--home", context.home.folder]
        if let databasePasswordFile {
            arguments += ["--password-file", try Files.absolutePath(databasePasswordFile)]
        }
        if let profile = globals.profile { arguments += ["--profile", profile] }
        if replace { arguments.append("--replace") }
        return arguments
    }

    private func report(_ report: MoveReport, _ context: CommandContext) throws -> ExitStatus {
        context.output.endProgress()
        try context.output.result(report) {
            let action =
                report.isDryRun ? "would be moved" : report.isSwitched ? "moved" : "copied"
            let profiles = report.profiles.map { profile in
                "\(profile.name): \(profile.rows) rows \(action)"
                    + (profile.answers.map { " and compared, and \($0) answers compared" } ?? "")
                    + (profile.isRenumbered == true
                        ? "; numbers of changes and imports have changed" : "")
            }
            let place =
                report.isDryRun
                ? "\(report.to) can be used. Nothing was changed."
                : report.isSwitched
                    ? "The data of the home is in \(report.to) now." : nil
            let replaced = report.replacedFile.map { "The earlier file is kept: \($0)" }
            return (profiles + [place, replaced].compactMap(\.self) + report.notes)
                .joined(separator: "\n")
        }
        return .done
    }
}
