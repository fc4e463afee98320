import ArgumentParser
import CivilTime
import Contracts
import Presentation
import RPC

struct ExportCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        commandName: "export", abstract: "Write activities, entries and goals to a file.",
        discussion: .examples(
            after: """
                JSON is the complete tracker document, for dayline import --as dayline-json and the \
                app. CSV is a table of entries. ICS is a calendar of planned activities, vacations and \
                deadlines. ZIP is the tracker document with the photos. --weight writes weight entries instead.
                """, "export days.json", "export entries.csv --format csv",
            "export weights.csv --format csv --weight"))
    static let method = Documents.export

    @Argument(help: "File to write; - is standard output.", completion: .file())
    var file: String

    @Option(help: "Write json, csv, ics or zip (default: by the file's ending).")
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

    var request: Documents.ExportRequest {
        get throws {
            Documents.ExportRequest(
                format: try format ?? namedFormat, contents: weight ? .weight : .tracker,
                from: from, to: to, zone: zone)
        }
    }

    func summary(_ written: Documents.ExportResponse) -> String {
        let isCalendar = (try? format ?? namedFormat) == .ics
        let count =
            if weight {
                NumberText.count(written.entries, "weight entry", "weight entries")
            } else if isCalendar {
                NumberText.count(written.entries, "event")
            } else {
                NumberText.count(written.entries, "entry", "entries")
            }
        return "\(count), \(NumberText.bytes(Int64(written.bytes)))"
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
