import ArgumentParser
import CivilTime
import Contracts
import Exports
import Presentation
import RPC

struct ExportCommand: DocumentCommand {
    static let configuration = CommandConfiguration(
        name: "export", abstract: "Write activities and entries, or all data, to a file.",
        discussion: .examples(
            after: """
                JSON is the complete tracker document, for dayline import --as dayline-json and the \
                app. CSV is a table of entries. ICS is a calendar of planned activities, vacations and \
                deadlines. ZIP is the tracker document with the photos. --weight writes weight entries instead. \
                --sqlite, --csv and --jsonl write tables of samples, day totals, workouts, nights, \
                activities, entries, goals and weights. --fhir writes health data for medical software, \
                --loop a database for Loop Habit Tracker, --gpx the routes of a workout.
                """, "export days.json", "export entries.csv --format csv",
            "export weights.csv --format csv --weight", "export --sqlite days.db",
            "export --csv tables --from 2026-01-01", "export --jsonl - | head",
            "export --fhir may.json --from 2026-05-01 --to 2026-05-31", "export --loop loop.db",
            "export run.gpx --gpx 5c9a1f"))
    static let method = Documents.export

    @Argument(help: "File to write; - is standard output.", completion: .file())
    var path: String?

    @OptionGroup var target: ExportTarget

    @Option(help: "Write json, csv, ics or zip (default: by the file's ending).")
    var format: Documents.Format?

    @Option(
        help: ArgumentHelp("Write the routes of a workout as GPX.", valueName: "workout-id"))
    var gpx: String?

    @Flag(help: "Write weight entries instead of activities and entries.")
    var weight = false

    @Option(
        help: ArgumentHelp(
            "Leave out days before DATE, for CSV, weight entries, tables and FHIR.",
            valueName: "date"))
    var from: CivilDate?

    @Option(
        help: ArgumentHelp(
            "Leave out days after DATE, for CSV, weight entries, tables and FHIR.",
            valueName: "date"))
    var to: CivilDate?

    @Option(help: "Write days in this time zone (default: the profile's).")
    var zone: String?

    @OptionGroup var globals: GlobalOptions

    var file: String { path ?? "-" }

    func validate() throws {
        guard target.count + (path == nil ? 0 : 1) == 1 else {
            throw ValidationError(
                "The export needs exactly one destination. Give a file, or one of --sqlite, --csv, "
                    + "--jsonl, --fhir and --loop.")
        }
        guard target.path == nil || (format == nil && !weight && zone == nil) else {
            throw ValidationError(
                "Tables and FHIR have no --format, --weight or --zone. Leave these options out.")
        }
        guard gpx == nil || (target.path == nil && format == nil && !weight && zone == nil) else {
            throw ValidationError(
                "Routes as GPX have no --format, --weight, --zone or tables. Leave these out.")
        }
        guard gpx == nil || (from == nil && to == nil) else {
            throw ValidationError("The routes of a workout have no --from or --to. Leave them out.")
        }
        guard target.loop == nil || (from == nil && to == nil) else {
            throw ValidationError(
                "A database of Loop Habit Tracker has all days. Leave out --from and --to.")
        }
        guard target.path != "-" || !globals.json else {
            throw ValidationError(
                "Standard output is requested for both a file and JSON. Leave out --json.")
        }
    }

    func run(_ context: CommandContext) async throws -> ExitStatus {
        if let gpx { return try await writeRoutes(of: gpx, context) }
        if let fhir = target.fhir { return try await writeBundle(to: fhir, context) }
        if let loop = target.loop { return try await writeHabits(to: loop, context) }
        guard let sink = try target.sink(), let tables = target.path else {
            return try await writeDocument(context)
        }
        let export = ProfileExport(
            client: try context.bus(), options: context.optionsWithoutDeadline(), from: from,
            to: to, sink: sink)
        let counts = try await export.run()
        let rows = ExportTable.all.map { "\(NumberText.count(counts[$0.name] ?? 0)) \($0.name)" }
        try report(["rows": counts], rows.joined(separator: ", "), file: tables, context)
        return .done
    }

    private func writeBundle(
        to file: String, _ context: CommandContext
    ) async throws -> ExitStatus {
        let bundle = try FHIRBundle(
            client: context.bus(), options: context.optionsWithoutDeadline(), from: from, to: to)
        let count = try await bundle.write(to: file)
        let summary = NumberText.count(count, "observation")
        try report(["observations": count], summary, file: file, context)
        return .done
    }

    private func writeHabits(
        to file: String, _ context: CommandContext
    ) async throws -> ExitStatus {
        let counts = try await LoopFile(
            client: context.bus(), options: context.optionsWithoutDeadline()
        ).write(to: file)
        var summary =
            NumberText.count(counts.habits, "habit") + ", "
            + NumberText.count(counts.marks, "mark")
        if !counts.omitted.isEmpty {
            summary += "\nLoop has no form for: \(counts.omitted.joined(separator: ", "))"
        }
        try report(counts, summary, file: file, context)
        return .done
    }

    private func writeRoutes(
        of workout: String, _ context: CommandContext
    ) async throws -> ExitStatus {
        let points = try await GPXFile(client: context.bus(), options: context.options())
            .write(workout, to: file)
        try report(
            ["points": points], NumberText.count(points, "point"), file: file, context)
        return .done
    }

    /// Prints what was written: as a notice if the file is standard output.
    private func report(
        _ result: some Encodable, _ summary: String, file: String, _ context: CommandContext
    ) throws {
        if file == "-" {
            context.output.printNotice("\(file): \(summary)")
        } else {
            try context.output.result(result) { "\(file): \(summary)" }
        }
    }

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
