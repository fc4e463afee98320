import HabitExports

/// A parser of untrusted bytes.
enum FuzzTarget: String, CaseIterable {
    /// The first frame of a message.
    case preamble
    /// A complete message, in particular its header.
    case header
    /// The JSON of a request or announcement.
    case body
    /// The body of a request, through every parser of a server.
    case request
    /// A plugin manifest.
    case manifest
    /// An Apple Health export.
    case scanner
    /// A date in an export.
    case date
    /// A value in an export.
    case number
    case zip
    /// A batch of an importer.
    case batch
    /// An edit of a sample.
    case edit
    /// Stored samples.
    case chunk
    /// A tracker document.
    case document
    /// The route of a workout, as GPX.
    case route
    /// A recurrence rule.
    case rule
    /// The messages of a FIT file.
    case fit
    /// A FIT, GPX or TCX file, through its importer.
    case fitImport, gpx, tcx
    /// The JSON of Health Auto Export, through its importer.
    case autoExport
    /// A table of delimited text.
    case table
    /// A file of an export, through its importer.
    case withings, samsungHealth, garmin, oura, googleFit, fitbit, healthConnect
    /// An export of Loop Habit Tracker, through its importer.
    case loop
    /// An export of Tickmate, Rewire or HabitBull, through their importer.
    case habitApps
    /// A calendar file.
    case calendar
    /// The body of a form with files.
    case multipart
    /// The body of a form, or a query.
    case form
    /// A `Range` header.
    case range
    /// The headers of proxies, and the cookies.
    case head
    /// The identifier of an event.
    case eventID
    /// The content type of a form with files.
    case contentType
    /// The bytes in the response of an authenticator, as text.
    case base64
    /// A value of CBOR.
    case cbor
    /// The response of an authenticator.
    case passkey
    /// An encrypted backup.
    case encryptedFile

    /// The targets that read the files of importers.
    static let importers: [Self] = [
        .scanner, .document, .calendar, .fitImport, .gpx, .tcx, .autoExport, .withings,
        .samsungHealth, .garmin, .oura, .googleFit, .fitbit, .healthConnect, .loop, .habitApps,
    ]

    /// Parses the bytes, and ends the program if a check fails.
    func run(_ bytes: UnsafeRawBufferPointer) {
        switch self {
        case .preamble: WireInputs.preamble(bytes)
        case .header: WireInputs.message(bytes)
        case .body: WireInputs.body(bytes)
        case .request: RequestInputs.request(bytes)
        case .manifest: FileInputs.manifest(bytes)
        case .scanner: ExportInputs.scan(bytes)
        case .date: ExportInputs.date(bytes)
        case .number: ExportInputs.number(bytes)
        case .zip: FileInputs.zip(bytes)
        case .batch: IngestionInputs.batch(bytes)
        case .edit: IngestionInputs.edit(bytes)
        case .chunk: FileInputs.chunk(bytes)
        case .document: TrackerInputs.document(bytes)
        case .route: ExportInputs.route(bytes)
        case .rule: TrackerInputs.rule(bytes)
        case .fit: WorkoutInputs.fit(bytes)
        case .fitImport: WorkoutInputs.workout(bytes, named: "a.fit")
        case .gpx: WorkoutInputs.workout(bytes, named: "a.gpx")
        case .tcx: WorkoutInputs.workout(bytes, named: "a.tcx")
        case .autoExport: AutoExportInputs.file(bytes)
        case .table: DeviceExportInputs.table(bytes)
        case .withings, .samsungHealth, .garmin, .oura, .googleFit, .fitbit, .healthConnect:
            DeviceExportInputs.file(bytes, of: self)
        case .loop: HabitInputs.file(bytes, LoopReader.read)
        case .habitApps: HabitInputs.file(bytes, HabitAppReader.read)
        case .calendar: CalendarInputs.calendar(bytes)
        case .multipart: HTTPInputs.multipart(bytes)
        case .form: HTTPInputs.form(bytes)
        case .range: HTTPInputs.range(bytes)
        case .head: HTTPInputs.head(bytes)
        case .eventID: HeaderInputs.eventID(bytes)
        case .contentType: HeaderInputs.contentType(bytes)
        case .base64: HeaderInputs.base64(bytes)
        case .cbor: PasskeyInputs.cbor(bytes)
        case .passkey: PasskeyInputs.response(bytes)
        case .encryptedFile: BackupInputs.encryptedFile(bytes)
        }
    }

    var seeds: [[UInt8]] {
        switch self {
        case .preamble: WireInputs.preambles
        case .header: WireInputs.headers.map { Array($0.utf8) }
        case .body: WireInputs.bodies
        case .request: RequestInputs.seeds
        case .manifest: FileInputs.manifests.map { Array($0.utf8) }
        case .scanner: ExportInputs.exports.map { Array($0.utf8) }
        case .date: ExportInputs.dates.map { Array($0.utf8) }
        case .number: ExportInputs.numbers.map { Array($0.utf8) }
        case .zip: FileInputs.archives
        case .batch: IngestionInputs.batches
        case .edit: IngestionInputs.edits
        case .chunk: FileInputs.chunks
        case .document: TrackerInputs.documents.map { Array($0.utf8) }
        case .route: ExportInputs.routes.map { Array($0.utf8) }
        case .rule: TrackerInputs.rules.map { Array($0.utf8) }
        case .fit, .fitImport: WorkoutInputs.files
        case .gpx: [Array(WorkoutInputs.gpx.utf8)]
        case .tcx: [Array(WorkoutInputs.tcx.utf8)]
        case .autoExport: AutoExportInputs.files.map { Array($0.utf8) }
        case .table: DeviceExportInputs.tables.map { Array($0.utf8) }
        case .withings, .samsungHealth, .garmin, .oura, .googleFit, .fitbit, .healthConnect:
            DeviceExportInputs.files(of: self)
        case .loop: HabitInputs.loopFiles
        case .habitApps: HabitInputs.otherFiles
        case .calendar: CalendarInputs.calendars.map { Array($0.utf8) }
        case .multipart: HTTPInputs.multipartBodies.map { Array($0.utf8) }
        case .form: HTTPInputs.forms.map { Array($0.utf8) }
        case .range: HTTPInputs.ranges.map { Array($0.utf8) }
        case .head: HTTPInputs.heads.map { Array($0.utf8) }
        case .eventID: HeaderInputs.eventIDs.map { Array($0.utf8) }
        case .contentType: HeaderInputs.contentTypes.map { Array($0.utf8) }
        case .base64: HeaderInputs.base64Texts.map { Array($0.utf8) }
        case .cbor: PasskeyInputs.values
        case .passkey: PasskeyInputs.responses
        case .encryptedFile: BackupInputs.files
        }
    }

    /// Duration of an execution relative to the fastest target.
    var cost: Int {
        switch self {
        case .preamble: 1
        case .chunk: 4
        case .header, .body, .manifest, .edit: 5
        case .batch, .fit: 40
        case .date, .number, .route, .rule, .request, .table, .range, .cbor: 10
        case .eventID, .base64: 10
        case .passkey: 20
        case .form, .head, .multipart, .contentType: 100
        case .zip: 60
        case .healthConnect, .loop, .habitApps: 1000
        case .withings, .samsungHealth, .garmin, .oura, .googleFit, .fitbit: 500
        case .encryptedFile: 3000
        case .fitImport, .gpx, .tcx: 300
        case .autoExport: 100
        case .scanner: 80
        case .document: 400
        case .calendar: 1000
        }
    }
}
