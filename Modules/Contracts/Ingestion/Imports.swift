import Memberwise
package import RPC

/// Bringing files in. Served by the ingestion worker.
package enum Imports {
    package static let service = "dayline.ingestion.Imports"

    /// Imports one file: progress as it goes, the report last, when it is stored and folded.
    package static let run = StreamMethod<RunRequest, Progress, ImportReport>(service, "Run")
    /// Takes a file's bytes (column `data` of each item) into a spool file that `run` can be given;
    /// it goes with the import, or after a day.
    package static let upload = UploadMethod<UploadRequest, Packet<Empty>, UploadResponse>(
        service, "Upload")
    /// Brings back what an import took out because its file no longer had it.
    package static let rollBack = Method<ImportLog.ImportRequest, ImportReport>(service, "RollBack")
    /// The imports that run and those that wait, of all profiles.
    package static let running = Method<Empty, RunningResponse>(
        service, "Running", repeatable: true)
    /// Ends an import before anything of it is published; nothing of it is kept.
    package static let cancel = Method<CancelRequest, Empty>(service, "Cancel")
    /// Says what would be imported from a path, without reading more than is needed for that.
    package static let inspect = Method<InspectRequest, InspectResponse>(
        service, "Inspect", repeatable: true)
    package static let importers = Method<Empty, ImportersResponse>(
        service, "Importers", repeatable: true)

    @Message
    package struct RunRequest: Codable, Hashable, WireValue {
        /// An absolute path, or what `upload` answered.
        package var path: String
        /// The name to call the file in reports; nil: the path's last part.
        package var name: String? = nil
        /// An importer's name; nil: the one that accepts the file.
        package var importer: String? = nil
        /// IANA name of the exporting zone, for formats that do not say.
        package var zone: String? = nil
        package var isDryRun: Bool = false
        package var isReconciling: Bool = false
    }

    @Message
    package struct InspectRequest: Codable, Hashable, WireValue {
        /// An absolute path.
        package var path: String
        /// An importer's name; nil: the one that fits the file best.
        package var importer: String? = nil
    }

    @Message
    package struct InspectResponse: Codable, Hashable, WireValue {
        /// The importer of the path.
        package var importer: String
        /// The exports in a folder, by path; one or none of anything else. Of several, none is imported
        /// unless it is named.
        package var files: [ExportFile]
    }

    /// An export in a folder.
    @Message
    package struct ExportFile: Codable, Hashable, Sendable {
        /// An absolute path to import it by: the file, or the folder that has it alone.
        package var path: String
        package var bytes: Int64
        /// The first and the last day of its data, YYYY-MM-DD; nil when unknown.
        package var first: String? = nil
        package var last: String? = nil
    }

    @Message
    package struct Progress: Codable, Hashable, WireValue {
        package var stage: Stage
        /// Of the file on disk.
        package var bytesRead: Int64
        package var bytesTotal: Int64
        package var read: Int
        /// While waiting: the import of the same profile that runs.
        package var waitsFor: RunningImport? = nil

        package enum Stage: String, CaseIterable, Codable, Sendable {
            case waiting, reading, publishing, folding
        }
    }

    @Message
    package struct UploadRequest: Codable, Hashable, WireValue {
        package var name: String
        /// Nil when it is not known, as for standard input.
        package var bytes: Int64?
    }

    @Message
    package struct UploadResponse: Codable, Hashable, WireValue {
        package var path: String
        package var bytes: Int64
    }

    @Message
    package struct ImportersResponse: Codable, Hashable, WireValue {
        package var plugins: [Importer]
    }

    @Message
    package struct Importer: Codable, Hashable, Sendable {
        package var name: String
        package var kind: String
        package var summary: String
        package var accepts: [String]
        package var version: String
        package var path: String
    }
}
