import ArgumentParser
import CivilTime
import Contracts
import Presentation
import RPC

struct HealthCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        name: "health",
        abstract: "Sync activities and weight entries with health data.",
        discussion: .examples("health sync", "health outbox outbox.json"),
        subcommands: [HealthSyncCommand.self, HealthOutboxCommand.self])
}

struct HealthSyncCommand: UnaryCommand {
    static let configuration = CommandConfiguration(
        name: "sync", abstract: "Read the days of linked activities from health data.",
        discussion: .examples(
            after: "Every import does this too. Weight entries are read if the setting "
                + "\(Settings.weightHealth) is \(Settings.WeightSyncMode.read.rawValue).",
            "health sync", "health sync --from -30d"))
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
}

struct HealthOutboxCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        name: "outbox",
        abstract: "Write entries of activities that are linked for writing to a file.",
        discussion: .examples("health outbox outbox.json", "health outbox outbox.csv --format csv"))
    static let method = HealthLinks.outbox

    @Argument(help: "File to write; - is standard output.", completion: .file())
    var file: String

    @Option(help: "Write xml, as Apple Health does, or csv (default: by the file's ending).")
    var format: HealthLinks.Format?

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var globals: GlobalOptions

    var request: HealthLinks.ExportRequest {
        let format = format ?? (file.lowercased().hasSuffix(".csv") ? .csv : .xml)
        return HealthLinks.ExportRequest(format: format, from: range.from, to: range.to)
    }

    func summary(_ written: Documents.ExportResponse) -> String {
        NumberText.count(written.entries, "sample")
    }
}

extension HealthLinks.Format: ExpressibleByArgument {}
