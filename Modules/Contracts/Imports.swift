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
