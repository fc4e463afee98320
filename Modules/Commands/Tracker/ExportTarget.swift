import ArgumentParser
import Exports

/// The options of `export` that write all data of a profile as tables, or its health data as FHIR.
struct ExportTarget: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Write all data as a SQLite database, such as for Datasette.", valueName: "file"),
        completion: .file())
    var sqlite: String?

    @Option(
        help: ArgumentHelp("Write all data as CSV, a file for each table.", valueName: "dir"),
        completion: .directory)
    var csv: String?

    @Option(
        help: ArgumentHelp(
            "Write all data as a JSON object a line; - is standard output.", valueName: "file"),
        completion: .file())
    var jsonl: String?

    @Option(
        help: ArgumentHelp(
            "Write steps, heart rates, weights, blood pressures, nights and others as a bundle of "
                + "FHIR R4; - is standard output.", valueName: "file"), completion: .file())
    var fhir: String?

    @Option(
        help: ArgumentHelp(
            "Write checkboxes and numbers as a backup of Loop Habit Tracker.", valueName: "file"),
        completion: .file())
    var loop: String?

    /// The path; nil: no option was given.
    var path: String? { sqlite ?? csv ?? jsonl ?? fhir ?? loop }

    /// The number of options that were given.
    var count: Int { [sqlite, csv, jsonl, fhir, loop].count { $0 != nil } }

    /// The sink of an option for tables; nil: none was given.
    func sink() throws -> (any ExportSink)? {
        if let sqlite { return try SQLiteSink(path: sqlite) }
        if let csv { return try CSVSink(folder: csv) }
        return try jsonl.map { try LineSink(path: $0) }
    }
}
