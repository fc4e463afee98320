import CivilTime
package import RPC

/// Bringing files in. Served by the ingestion worker.
package enum Imports {
    package static let service = "dayline.ingestion.Imports"

    /// Imports one file: progress as it goes, the report last, when it is stored and folded.
    package static let run = StreamMethod<Run, Progress, ImportReport>(service, "Run")
    /// Takes a file's bytes (column `data` of each item) into a spool file that `run` can be given;
    /// it goes with the import, or after a day.
    package static let upload = UploadMethod<Upload, Packet<Empty>, Uploaded>(service, "Upload")
    /// Brings back what an import took out because its file no longer had it.
    package static let putBack = Method<ImportLog.Get, ImportReport>(service, "PutBack")
    package static let importers = Method<Empty, Importers>(service, "Importers", repeatable: true)

    package struct Run: Codable, Hashable, WireValue {
        /// An absolute path, or what `upload` answered.
        package var path: String
        /// The name to call the file in reports; nil: the path's last part.
        package var name: String?
        /// An importer's name; nil: the one that accepts the file.
        package var importer: String?
        /// IANA name of the exporting zone, for formats that do not say.
        package var zone: String?
        package var isDryRun: Bool
        package var isReconciling: Bool

        package init(
            path: String, name: String? = nil, importer: String? = nil, zone: String? = nil,
            isDryRun: Bool = false, isReconciling: Bool = false
        ) {
            self.path = path
            self.name = name
            self.importer = importer
            self.zone = zone
            self.isDryRun = isDryRun
            self.isReconciling = isReconciling
        }
    }

    package struct Progress: Codable, Hashable, WireValue {
        package var stage: Stage
        /// Of the file on disk.
        package var bytesRead: Int64
        package var bytesTotal: Int64
        package var read: Int

        package enum Stage: String, Codable, Sendable {
            case reading, publishing, folding
        }

        package init(stage: Stage, bytesRead: Int64, bytesTotal: Int64, read: Int) {
            self.stage = stage
            self.bytesRead = bytesRead
            self.bytesTotal = bytesTotal
            self.read = read
        }
    }

    package struct Upload: Codable, Hashable, WireValue {
        package var name: String
        /// Nil when it is not known, as for standard input.
        package var bytes: Int64?

        package init(name: String, bytes: Int64?) {
            self.name = name
            self.bytes = bytes
        }
    }

    package struct Uploaded: Codable, Hashable, WireValue {
        package var path: String
        package var bytes: Int64

        package init(path: String, bytes: Int64) {
            self.path = path
            self.bytes = bytes
        }
    }

    package struct Importers: Codable, Hashable, WireValue {
        package var plugins: [Importer]

        package init(plugins: [Importer]) {
            self.plugins = plugins
        }
    }

    package struct Importer: Codable, Hashable, Sendable {
        package var name: String
        package var kind: String
        package var summary: String
        package var accepts: [String]
        package var version: String
        package var path: String

        package init(
            name: String, kind: String, summary: String, accepts: [String], version: String,
            path: String
        ) {
            self.name = name
            self.kind = kind
            self.summary = summary
            self.accepts = accepts
            self.version = version
            self.path = path
        }
    }
}

/// The books of an import. Always `read == stored + duplicate + quarantined + ignored`, in total and
/// for each type.
package struct ImportReport: Codable, Hashable, WireValue {
    /// Its number in the list of imports; 0 of one that is not in it, such as a dry run.
    package var id: Int64
    package var importer: String
    package var file: String
    package var bytes: Int64
    package var seconds: Double
    package var read: Int
    package var stored: Int
    package var duplicate: Int
    package var quarantined: Int
    package var ignored: Int
    /// By metric key for samples, by element name for the rest.
    package var byType: [String: Books]
    package var problems: [Problem]
    package var ignoredMetadata: [String: Int]
    package var notice: String?
    /// Whether the input ended before it was complete.
    package var isTruncated: Bool
    package var isDryRun: Bool
    /// The data version that holds since, and that every answer has at least.
    package var version: Int64
    /// What a complete export no longer has, and was taken out for it; nil when nobody asked for that.
    package var removed: [Removal]?
    /// The earlier import of the very same bytes, by which this one was known.
    package var sameAs: Int64?
    /// When it was stored, ISO 8601 on the wall of the person; of past imports.
    package var importedAt: String?

    /// Samples of one series that were taken out, or workouts and the like of one source. They are in
    /// none of the books.
    package struct Removal: Codable, Hashable, Sendable {
        /// Of what is no sample the element's name, as in ``ImportReport/byType``.
        package var metric: String
        /// Of workouts and correlations, such as `Running`; nil for others.
        package var type: String?
        package var source: String
        package var device: String
        /// Of the values below; empty without any.
        package var unit: String
        package var count = 0
        /// The first of them.
        package var samples: [Sample] = []

        package struct Sample: Codable, Hashable, Sendable {
            /// ISO 8601, UTC.
            package var start: String
            package var end: String
            /// Nil of what is no sample.
            package var value: Double?

            /// Instants are milliseconds since 1970.
            package init(start: Int64, end: Int64, value: Double?) {
                self.start = instantText(start)
                self.end = instantText(end)
                self.value = value
            }

            /// All of a day, `YYYY-MM-DD`.
            package init(day: String) {
                start = day
                end = day
            }
        }

        package init(
            metric: String, type: String? = nil, source: String, device: String, unit: String
        ) {
            self.metric = metric
            self.type = type
            self.source = source
            self.device = device
            self.unit = unit
        }
    }

    package struct Books: Codable, Hashable, Sendable {
        package var read: Int
        package var stored: Int
        package var duplicate: Int
        package var quarantined: Int
        package var ignored: Int

        package init(
            read: Int = 0, stored: Int = 0, duplicate: Int = 0, quarantined: Int = 0,
            ignored: Int = 0
        ) {
            self.read = read
            self.stored = stored
            self.duplicate = duplicate
            self.quarantined = quarantined
            self.ignored = ignored
        }
    }

    /// A kind of damage: the first place it was met, and how often.
    package struct Problem: Codable, Hashable, Sendable {
        package var offset: Int64
        package var line: Int64
        package var reason: String
        package var count: Int

        package init(offset: Int64, line: Int64, reason: String, count: Int) {
            self.offset = offset
            self.line = line
            self.reason = reason
            self.count = count
        }
    }

    package init(
        id: Int64, importer: String, file: String, bytes: Int64, seconds: Double,
        byType: [String: Books], problems: [Problem], ignoredMetadata: [String: Int],
        notice: String? = nil, isTruncated: Bool, isDryRun: Bool, version: Int64
    ) {
        self.id = id
        self.importer = importer
        self.file = file
        self.bytes = bytes
        self.seconds = seconds
        self.byType = byType
        self.problems = problems
        self.ignoredMetadata = ignoredMetadata
        self.notice = notice
        self.isTruncated = isTruncated
        self.isDryRun = isDryRun
        self.version = version
        read = byType.values.reduce(0) { $0 + $1.read }
        stored = byType.values.reduce(0) { $0 + $1.stored }
        duplicate = byType.values.reduce(0) { $0 + $1.duplicate }
        quarantined = byType.values.reduce(0) { $0 + $1.quarantined }
        ignored = byType.values.reduce(0) { $0 + $1.ignored }
    }
}

/// Imports of the past. Served by the storage worker.
package enum ImportLog {
    package static let service = "dayline.storage.ImportLog"

    /// Newest first, as many as fit a message.
    package static let list = Method<AskList, Listing>(service, "List", repeatable: true)
    package static let get = Method<Get, Entry>(service, "Get", repeatable: true)
    /// The samples that an import took out, as columns of `[ChunkRecord]` of which only `series`,
    /// `segment`, `count` and `data` say something.
    package static let removed = StreamMethod<Get, Packet<Folds.RangePage>, Empty>(
        service, "Removed", repeatable: true)
    /// The workouts, correlations and activity summaries that an import took out.
    package static let removedRows = StreamMethod<Get, Staging.Rows, Empty>(
        service, "RemovedRows", repeatable: true)
    /// The imports since whose time nothing of the profile has changed, of files of this length that
    /// were read in the same way: a file whose bytes are those of one of them has nothing new.
    package static let known = Method<Reading, Known>(service, "Known", repeatable: true)
    /// Keeps what the file of an import was, for ``known``.
    package static let remember = Method<Remember, Empty>(service, "Remember", repeatable: true)

    /// How a file is read, its bytes aside.
    package struct Reading: Codable, Hashable, WireValue {
        /// The length of the file.
        package var bytes: Int64
        package var importer: String
        package var importerVersion: String
        /// As the import was asked for.
        package var zone: String?

        package init(bytes: Int64, importer: String, importerVersion: String, zone: String?) {
            self.bytes = bytes
            self.importer = importer
            self.importerVersion = importerVersion
            self.zone = zone
        }
    }

    package struct Known: Codable, Hashable, WireValue {
        package var files: [File]

        package init(files: [File]) {
            self.files = files
        }

        package struct File: Codable, Hashable, Sendable {
            package var importID: Int64
            /// Of its bytes; see `IngestionService.FileHash`.
            package var hash: String

            package init(importID: Int64, hash: String) {
                self.importID = importID
                self.hash = hash
            }
        }
    }

    package struct Remember: Codable, Hashable, WireValue {
        package var file: Known.File
        package var reading: Reading

        package init(file: Known.File, reading: Reading) {
            self.file = file
            self.reading = reading
        }
    }

    package struct Get: Codable, Hashable, WireValue {
        package var id: Int64

        package init(id: Int64) {
            self.id = id
        }
    }

    package struct AskList: Codable, Hashable, WireValue {
        /// Only imports older than the one of this number; nil for the first page.
        package var before: Int64?

        package init(before: Int64? = nil) {
            self.before = before
        }
    }

    package struct Listing: Codable, Hashable, WireValue {
        package var imports: [ImportReport]
        /// The oldest import of the page; nil when there are none before it.
        package var next: Int64?

        package init(imports: [ImportReport], next: Int64? = nil) {
            self.imports = imports
            self.next = next
        }
    }

    package struct Entry: Codable, Hashable, WireValue {
        package var report: ImportReport
        package var quarantinedItems: [QuarantinedItem]

        package init(report: ImportReport, quarantinedItems: [QuarantinedItem]) {
            self.report = report
            self.quarantinedItems = quarantinedItems
        }
    }
}
