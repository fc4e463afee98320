import ArgumentParser
import CivilTime
import Contracts
import RPC

struct ExportCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write your activities, entries and goals to a file.",
        discussion: """
            JSON is the whole tracker, to be read by dayline import --as dayline-json and by the \
            app; CSV is a table of entries. --weight writes your weighings instead. ICS is a \
            calendar of what you plan, with your vacations and deadlines.
            """)

    @Argument(help: "The file; - is standard output.", completion: .file())
    var file: String

    @Option(help: "json, csv or ics; by default as the file's name ends.")
    var format: Documents.Format?

    @Flag(help: "Weighings instead of activities and entries.")
    var weight = false

    @Option(help: "The first day; for CSV and weighings.")
    var from: CivilDate?

    @Option(help: "The last day; for CSV and weighings.")
    var to: CivilDate?

    @Option(help: "The time zone that days are written in; yours by default.")
    var zone: String?

    @OptionGroup var globals: GlobalOptions

    func run(_ session: CommandContext) async throws -> ExitStatus {
        let format = try format ?? namedFormat
        let transfer = TrackerDocumentTransfer(session: session, client: try session.bus())
        let exported = try await transfer.receive(
            Documents.export,
            Documents.ExportRequest(
                format: format, contents: weight ? .weight : .tracker, from: from, to: to,
                zone: zone), into: file)
        let count =
            switch (weight, format) {
            case (true, _): NumberText.count(exported.entries, "weighing")
            case (false, .ics): NumberText.count(exported.entries, "event")
            case (false, _): NumberText.count(exported.entries, "entry", "entries")
            }
        let words = "\(file): \(count), \(NumberText.bytes(Int64(exported.bytes)))"
        if file == "-" {
            session.output.printNotice(words)
        } else {
            try session.output.result(exported) { words }
        }
        return .done
    }
}

extension ExportCommand {
    /// The format that the ending of the file's name stands for; JSON for a name without an ending.
    /// - Throws: INVALID_ARGUMENT for an ending that no format has.
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
