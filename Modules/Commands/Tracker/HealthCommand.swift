import ArgumentParser
import CivilTime
import Contracts
import RPC

struct HealthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Activities and weighings that follow health data, and back.",
        subcommands: [HealthSyncCommand.self, HealthOutboxCommand.self])
}

struct HealthSyncCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Read the days of linked activities from health data.",
        discussion: "Every import does this by itself. Weighings are read, too, when the setting "
            + "\(Settings.weightHealth) is \(Settings.WeightSyncMode.read.rawValue).")

    @Option(help: "The first day; the activity's own by default.")
    var from: CivilDate?

    @Option(help: "The last day; today by default.")
    var to: CivilDate?

    @Option(help: "The day that is today.")
    var on: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let synced = try await session.bus().call(
            HealthLinks.sync, HealthLinks.SyncRequest(from: from, to: to, on: on),
            session.optionsWithoutDeadline())
        try session.output.result(synced) { HealthSyncText.lines(synced) }
        return .done
    }
}

struct HealthOutboxCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "Write what you logged for activities that write to health data.")

    @Argument(help: "The file; - is standard output.", completion: .file())
    var file: String

    @Option(help: "xml, as Apple Health writes it, or csv; by default as the file's name ends.")
    var format: HealthLinks.Format?

    @Option(help: "The first day.")
    var from: CivilDate?

    @Option(help: "The last day.")
    var to: CivilDate?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let client = try session.bus()
        let transfer = TrackerDocumentTransfer(session: session, client: client)
        let format = format ?? (file.lowercased().hasSuffix(".csv") ? .csv : .xml)
        let written = try await transfer.receive(
            HealthLinks.outbox, HealthLinks.ExportRequest(format: format, from: from, to: to),
            into: file)
        let words = "\(file): \(NumberText.count(written.entries, "sample"))"
        if file == "-" {
            session.output.printNotice(words)
        } else {
            try session.output.result(written) { words }
        }
        return .done
    }
}

extension HealthLinks.Format: ExpressibleByArgument {}

/// Linked activities and weighings in words.
enum HealthSyncText {
    static func lines(_ synced: HealthLinks.SyncResponse) -> String {
        var lines = synced.activities.map { activity in
            "\(activity.activity) from \(activity.metric): \(activity.problem ?? counts(activity))"
        }
        if let weight = synced.weight {
            lines.append("Weighings from \(weight.metric): \(counts(weight))")
            if let celebration = weight.celebration {
                lines.append(WeightText.celebrationText(celebration))
            }
        }
        guard !lines.isEmpty else {
            return "No activity reads health data. "
                + "Link one with: dayline activity edit NAME --health stepCount"
        }
        return lines.joined(separator: "\n")
    }

    static func syncFailure(_ problem: String) -> String {
        "Linked activities were not read: \(problem) Do it with: dayline health sync"
    }

    private static func counts(_ tally: some HealthLinks.SyncCounts) -> String {
        var parts = [
            "\(NumberText.days(tally.added)) added",
            "\(NumberText.count(tally.updated)) changed",
        ]
        if tally.removed > 0 { parts.append("\(NumberText.count(tally.removed)) removed") }
        return parts.joined(separator: ", ")
    }
}
