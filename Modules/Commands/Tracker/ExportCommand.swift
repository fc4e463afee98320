import ArgumentParser
import CivilTime
import Contracts
import RPC

struct ExportCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write activities, entries and goals to a file.",
        discussion: """
            JSON is the complete tracker document, for dayline import --as dayline-json and the \
            app. CSV is a table of entries. ICS is a calendar of planned activities, vacations and \
            deadlines. --weight writes weight entries instead.
            """)

    @Argument(help: "File to write; - is standard output.", completion: .file())
    var file: String

    @Option(help: "Write json, csv or ics (default: by the file's ending).")
    var format: Documents.Format?

    @Flag(help: "Write weight entries instead of activities and entries.")
    var weight = false

    @Option(
        help: ArgumentHelp(
            "Leave out days before DATE, for CSV and weight entries.", valueName: "date"))
    var from: CivilDate?

    @Option(
        help: ArgumentHelp(
            "Leave out days after DATE, for CSV and weight entries.", valueName: "date"))
    var to: CivilDate?

    @Option(help: "Write days in this time zone (default: the profile's).")
    var zone: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        let format = try format ?? namedFormat
        let download = DocumentDownload(context: context, client: try context.bus())
        let exported = try await download.receive(
            Documents.export,
            Documents.ExportRequest(
                format: format, contents: weight ? .weight : .tracker, from: from, to: to,
                zone: zone), into: file)
        let count =
            switch (weight, format) {
            case (true, _): NumberText.count(exported.entries, "weight entry", "weight entries")
            case (false, .ics): NumberText.count(exported.entries, "event")
            case (false, _): NumberText.count(exported.entries, "entry", "entries")
            }
        let summary = "\(file): \(count), \(NumberText.bytes(Int64(exported.bytes)))"
        if file == "-" {
            context.output.printNotice(summary)
        } else {
            try context.output.result(exported) { summary }
        }
        return .done
    }
}

extension ExportCommand {
    /// The format of the file's ending; JSON for a name without an ending.
    /// - Throws: A ``UsageError`` for an unknown ending.
    var namedFormat: Documents.Format {
        get throws {
            let name = file.split(separator: "/").last ?? ""
            guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return .json }
            let ending = name[dot...].dropFirst().lowercased()
            guard let format = Documents.Format(rawValue: ending) else {
                let formats = Documents.Format.allCases.map(\.rawValue)
                    .joined(separator: ", ")
                throw UsageError(
                    "Nothing is exported to \(file): no format has the ending \".\(ending)\".",
                    hint: "Formats: \(formats). Name one with: --format json")
            }
            return format
        }
    }
}

extension Documents.Format: ExpressibleByArgument {}
