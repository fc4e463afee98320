import ArgumentParser
import CivilTime
import Contracts
import RPC

struct HealthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "health",
        abstract: "Sync activities and weight entries with health data.",
        subcommands: [HealthSyncCommand.self, HealthOutboxCommand.self])
}

struct HealthSyncCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Read the days of linked activities from health data.",
        discussion: "Every import does this too. Weight entries are read if the setting "
            + "\(Settings.weightHealth) is \(Settings.WeightSyncMode.read.rawValue).")
    static let method = HealthLinks.sync

    @Option(
        help: ArgumentHelp(
            "Leave out days before DATE (default: the activity's first day).", valueName: "date"))
    var from: CivilDate?

    @Option(help: ArgumentHelp("Leave out days after DATE (default: today).", valueName: "date"))
    var to: CivilDate?

    @OptionGroup var day: ChangeDayOption
    @OptionGroup var globals: GlobalOptions

    var request: HealthLinks.SyncRequest { HealthLinks.SyncRequest(from: from, to: to, on: day.on) }

    func callOptions(_ context: CommandContext) -> CallOptions { context.optionsWithoutDeadline() }

    func text(_ synced: HealthLinks.SyncResponse, _ output: Output) -> String {
        HealthSyncText.lines(synced)
    }
}

struct HealthOutboxCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "outbox",
        abstract: "Write entries of activities that are linked for writing to a file.")

    @Argument(help: "File to write; - is standard output.", completion: .file())
    var file: String

    @Option(help: "Write xml, as Apple Health does, or csv (default: by the file's ending).")
    var format: HealthLinks.Format?

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let client = try context.bus()
        let download = DocumentDownload(context: context, client: client)
        let format = format ?? (file.lowercased().hasSuffix(".csv") ? .csv : .xml)
        let written = try await download.receive(
            HealthLinks.outbox,
            HealthLinks.ExportRequest(format: format, from: range.from, to: range.to),
            into: file)
        let summary = "\(file): \(NumberText.count(written.entries, "sample"))"
        if file == "-" {
            context.output.printNotice(summary)
        } else {
            try context.output.result(written) { summary }
        }
        return .done
    }
}

extension HealthLinks.Format: ExpressibleByArgument {}

/// Formats results of the health sync as text.
enum HealthSyncText {
    static func lines(_ synced: HealthLinks.SyncResponse) -> String {
        var lines = synced.activities.map { activity in
            "\(activity.activity) from \(activity.metric): \(activity.problem ?? counts(activity))"
        }
        if let weight = synced.weight {
            lines.append("Weight entries from \(weight.metric): \(counts(weight))")
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
        "Linked activities were not synced: \(problem) Retry with: dayline health sync"
    }

    private static func counts(_ counts: some HealthLinks.SyncCounts) -> String {
        var parts = [
            "\(NumberText.days(counts.added)) added",
            "\(NumberText.count(counts.updated)) changed",
        ]
        if counts.removed > 0 { parts.append("\(NumberText.count(counts.removed)) removed") }
        return parts.joined(separator: ", ")
    }
}
