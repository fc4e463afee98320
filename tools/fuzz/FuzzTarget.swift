import Fitbit
import GarminExport
import GoogleFit
import HabitExports
import HealthConnect
import Oura
import SamsungHealth
import Withings

/// A parser of untrusted bytes with its known inputs.
struct FuzzTarget: Sendable {
    let name: String
    /// Duration of an execution relative to the fastest target.
    let cost: Int
    /// The inputs that are mutated.
    let seeds: @Sendable () -> [[UInt8]]
    /// True if the target reads the files of an importer.
    let isImporter: Bool
    /// Parses the bytes, and ends the program if a check fails.
    let run: @Sendable (UnsafeRawBufferPointer) -> Void

    init(
        _ name: String, cost: Int, files: @escaping @autoclosure @Sendable () -> [[UInt8]],
        isImporter: Bool = false, run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) {
        self.name = name
        self.cost = cost
        seeds = files
        self.isImporter = isImporter
        self.run = run
    }

    init(
        _ name: String, cost: Int, texts: @escaping @autoclosure @Sendable () -> [String],
        isImporter: Bool = false, run: @escaping @Sendable (UnsafeRawBufferPointer) -> Void
    ) {
        self.init(
            name, cost: cost, files: texts().map { Array($0.utf8) }, isImporter: isImporter,
            run: run)
    }

    /// The target with a name; nil for another name.
    static func named(_ name: String) -> FuzzTarget? { all.first { $0.name == name } }

    static let all = [
        // The first frame of a message.
        FuzzTarget("preamble", cost: 1, files: WireInputs.preambles, run: WireInputs.preamble),
        // A complete message, in particular its header.
        FuzzTarget("header", cost: 5, texts: WireInputs.headers, run: WireInputs.message),
        // The JSON of a request or announcement.
        FuzzTarget("body", cost: 5, files: WireInputs.bodies, run: WireInputs.body),
        // The body of a request, through every parser of a server.
        FuzzTarget("request", cost: 10, files: RequestInputs.seeds, run: RequestInputs.request),
        // A plugin manifest.
        FuzzTarget("manifest", cost: 5, texts: FileInputs.manifests, run: FileInputs.manifest),
        // An Apple Health export.
        FuzzTarget(
            "scanner", cost: 80, texts: ExportInputs.exports, isImporter: true,
            run: ExportInputs.scan),
        // A date in an export.
        FuzzTarget("date", cost: 10, texts: ExportInputs.dates, run: ExportInputs.date),
        // A value in an export.
        FuzzTarget("number", cost: 10, texts: ExportInputs.numbers, run: ExportInputs.number),
        FuzzTarget("zip", cost: 60, files: FileInputs.archives, run: FileInputs.zip),
        // A batch of an importer.
        FuzzTarget("batch", cost: 40, files: IngestionInputs.batches, run: IngestionInputs.batch),
        // An edit of a sample.
        FuzzTarget("edit", cost: 5, files: IngestionInputs.edits, run: IngestionInputs.edit),
        // Stored samples.
        FuzzTarget("chunk", cost: 4, files: FileInputs.chunks, run: FileInputs.chunk),
        // A tracker document.
        FuzzTarget(
            "document", cost: 400, texts: TrackerInputs.documents, isImporter: true,
            run: TrackerInputs.document),
        // The route of a workout, as GPX.
        FuzzTarget("route", cost: 10, texts: ExportInputs.routes, run: ExportInputs.route),
        // A recurrence rule.
        FuzzTarget("rule", cost: 10, texts: TrackerInputs.rules, run: TrackerInputs.rule),
        // The messages of a FIT file.
        FuzzTarget("fit", cost: 40, files: WorkoutInputs.files, run: WorkoutInputs.fit),
        // A FIT, GPX or TCX file, through its importer.
        FuzzTarget("fitImport", cost: 300, files: WorkoutInputs.files, isImporter: true) {
            WorkoutInputs.workout($0, named: "a.fit")
        },
        FuzzTarget("gpx", cost: 300, texts: [WorkoutInputs.gpx], isImporter: true) {
            WorkoutInputs.workout($0, named: "a.gpx")
        },
        FuzzTarget("tcx", cost: 300, texts: [WorkoutInputs.tcx], isImporter: true) {
            WorkoutInputs.workout($0, named: "a.tcx")
        },
        // The JSON of Health Auto Export, through its importer.
        FuzzTarget(
            "autoExport", cost: 100, texts: AutoExportInputs.files, isImporter: true,
            run: AutoExportInputs.file),
        // A table of delimited text.
        FuzzTarget(
            "table", cost: 10, texts: DeviceExportInputs.tables, run: DeviceExportInputs.table),
        // A file of an export, through its importer.
        FuzzTarget("withings", cost: 500, files: DeviceExportInputs.withings, isImporter: true) {
            DeviceExportInputs.file($0, WithingsReader.read)
        },
        FuzzTarget(
            "samsungHealth", cost: 500, files: DeviceExportInputs.samsungHealth, isImporter: true
        ) { DeviceExportInputs.file($0, SamsungReader.read) },
        FuzzTarget("garmin", cost: 500, files: DeviceExportInputs.garmin, isImporter: true) {
            DeviceExportInputs.file($0, GarminReader.read, beside: "UDSFile_b.json")
        },
        FuzzTarget("oura", cost: 500, files: DeviceExportInputs.oura, isImporter: true) {
            DeviceExportInputs.file($0, OuraReader.read)
        },
        FuzzTarget("googleFit", cost: 500, files: DeviceExportInputs.googleFit, isImporter: true) {
            DeviceExportInputs.file($0, GoogleFitReader.read)
        },
        FuzzTarget("fitbit", cost: 500, files: DeviceExportInputs.fitbit, isImporter: true) {
            DeviceExportInputs.file($0, FitbitReader.read)
        },
        FuzzTarget(
            "healthConnect", cost: 1000, files: DeviceExportInputs.healthConnect, isImporter: true
        ) { DeviceExportInputs.file($0, HealthConnectReader.read) },
        // An export of Loop Habit Tracker, through its importer.
        FuzzTarget("loop", cost: 1000, files: HabitInputs.loopFiles, isImporter: true) {
            HabitInputs.file($0, LoopReader.read)
        },
        // An export of Tickmate, Rewire or HabitBull, through their importer.
        FuzzTarget("habitApps", cost: 1000, files: HabitInputs.otherFiles, isImporter: true) {
            HabitInputs.file($0, HabitAppReader.read)
        },
        // A calendar file.
        FuzzTarget(
            "calendar", cost: 1000, texts: CalendarInputs.calendars, isImporter: true,
            run: CalendarInputs.calendar),
        // The body of a form with files.
        FuzzTarget(
            "multipart", cost: 100, texts: HTTPInputs.multipartBodies, run: HTTPInputs.multipart),
        // The body of a form, or a query.
        FuzzTarget("form", cost: 100, texts: HTTPInputs.forms, run: HTTPInputs.form),
        // A `Range` header.
        FuzzTarget("range", cost: 10, texts: HTTPInputs.ranges, run: HTTPInputs.range),
        // The headers of proxies, and the cookies.
        FuzzTarget("head", cost: 100, texts: HTTPInputs.heads, run: HTTPInputs.head),
        // The identifier of an event.
        FuzzTarget("eventID", cost: 10, texts: HeaderInputs.eventIDs, run: HeaderInputs.eventID),
        // The content type of a form with files.
        FuzzTarget(
            "contentType", cost: 100, texts: HeaderInputs.contentTypes,
            run: HeaderInputs.contentType),
        // The bytes in the response of an authenticator, as text.
        FuzzTarget("base64", cost: 10, texts: HeaderInputs.base64Texts, run: HeaderInputs.base64),
        // A value of CBOR.
        FuzzTarget("cbor", cost: 10, files: PasskeyInputs.values, run: PasskeyInputs.cbor),
        // The response of an authenticator.
        FuzzTarget(
            "passkey", cost: 20, files: PasskeyInputs.responses, run: PasskeyInputs.response),
        // An encrypted backup.
        FuzzTarget(
            "encryptedFile", cost: 3000, files: BackupInputs.files, run: BackupInputs.encryptedFile),
    ]
}
