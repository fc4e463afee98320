import Memberwise
package import RPC

/// Imports of files. Served by the ingestion worker.
package enum Imports {
    package static let service = "dayline.ingestion.Imports"
    /// The name of the importer of files that an app pushes to the web gateway.
    package static let pushImporter = "health-auto-export"

    /// Imports one file: streams the progress, and responds with the report when the import is
    /// stored and folded, and linked activities and weights are updated. The tracker worker stores
    /// tracker documents.
    package static let run = StreamMethod<RunRequest, Progress, ImportReport>(
        service, "Run",
        access: .scope(.push, localKeys: ["path", "isReplacing", "shouldTestCredit"]))
    /// Stores the bytes of a file (column `data` of each item) in a spool file for `run`, which
    /// removes the spool file; an unused spool file is removed after a day. An upload that ends
    /// early is removed, unless it is resumable: another call with its handle continues it.
    /// OUT_OF_RANGE if the offset of that call is not the number of bytes received, ABORTED while
    /// another call writes to the upload.
    package static let upload = UploadMethod<UploadRequest, Packet<Empty>, UploadResponse>(
        service, "Upload", access: .scope(.push))
    /// Returns the number of bytes of an upload that were received. NOT_FOUND if there is no such
    /// upload.
    package static let uploaded = Method<UploadedRequest, UploadResponse>(
        service, "Uploaded", repeatable: true, access: .scope(.push))
    /// Restores the samples and rows that an import removed because its file did not have them, or to
    /// undo another import.
    package static let rollBack = Method<ImportLog.ImportRequest, ImportReport>(
        service, "RollBack", access: .scope(.admin))
    /// Removes the samples and rows that an import added, as an import of its own whose rollback
    /// stores them again, and returns its report. Of an import that is undone, returns that report.
    /// FAILED_PRECONDITION if nothing is recorded that the import added.
    package static let undo = Method<ImportLog.ImportRequest, ImportReport>(
        service, "Undo", repeatable: true, access: .scope(.admin))
    /// Lists the running and the waiting imports of all profiles.
    package static let running = Method<Empty, RunningResponse>(
        service, "Running", repeatable: true, access: .onlyBus)
    /// Cancels an import before it is published, and discards everything that it staged.
    package static let cancel = Method<CancelRequest, Empty>(
        service, "Cancel", access: .onlyBus)
    /// Lists the files of a path that an import would read, and reads only as much of the files as
    /// that needs.
    package static let inspect = Method<InspectRequest, InspectResponse>(
        service, "Inspect", repeatable: true, access: .onlyBus)
    package static let importers = Method<Empty, ImportersResponse>(
        service, "Importers", repeatable: true, access: .onlyBus)

    @Message
    package struct RunRequest: Codable, Hashable, WireValue {
        /// Absolute path of a file or folder on the machine of the ingestion worker, or of a file in an
        /// archive, as in `/home/kim/tables.zip/samples.csv`; nil with `upload` or `original`.
        package var path: String? = nil
        /// The handle of an uploaded file; nil with `path` or `original`.
        package var upload: String? = nil
        /// The number of an earlier import of the profile whose stored file is read again; nil with
        /// `path` or `upload`.
        package var original: Int64? = nil
        /// The name of the file in reports; nil: the last part of the path.
        package var name: String? = nil
        /// The name of an importer; nil: the importer that fits the file best.
        package var importer: String? = nil
        /// The IANA name of the zone of the export, for formats without zones; nil: the profile's
        /// zones.
        package var zone: String? = nil
        /// True to report the result without storing anything.
        package var isDryRun: Bool = false
        /// True to remove stored samples and rows that the export covers and lacks.
        package var isReconciling: Bool = false
        /// True to replace all tracker records by those of a tracker document; nil or false: merge.
        package var isReplacing: Bool? = nil
        /// The text of a mapping file, at most 64 KiB, that tells the importer how to read the file;
        /// nil: the importer guesses.
        package var mapping: String? = nil
        /// True to grant the importer credit for one batch at a time, each after a pause, as its
        /// validation does; nil or false: credit for several batches.
        package var shouldTestCredit: Bool? = nil

        /// The maximum size of a mapping file in bytes.
        package static let mappingBytes = 64 << 10
    }

    @Message
    package struct InspectRequest: Codable, Hashable, WireValue {
        /// The absolute path of a file or folder.
        package var path: String
        /// The name of an importer; nil: the importer that fits the file best.
        package var importer: String? = nil
    }

    @Message
    package struct InspectResponse: Codable, Hashable, WireValue {
        /// The name of the importer of the path.
        package var importer: String
        /// The exports in a folder, at most 1,000, by path, or the tables of an archive in the order of
        /// their import; empty for another file. With several, none is imported unless it is named.
        package var files: [ExportFile]
    }

    /// An export found in a folder or an archive.
    @Message
    package struct ExportFile: Codable, Hashable, Sendable {
        /// The absolute path to import: the file, or the folder that has no other export.
        package var path: String
        /// The size of the export in bytes.
        package var bytes: Int64
        /// The first day of the data, `YYYY-MM-DD`; nil: unknown, or the only export of the folder.
        package var first: String? = nil
        /// The last day of the data, `YYYY-MM-DD`; nil: unknown, or the only export of the folder.
        package var last: String? = nil
    }

    @Message
    package struct Progress: Codable, Hashable, WireValue {
        /// The stage: `waiting`, `reading`, `publishing` or `folding`.
        package var stage: Stage
        /// The number of bytes of the file on disk that were read.
        package var bytesRead: Int64
        /// The size of the file on disk in bytes; 0: unknown.
        package var bytesTotal: Int64
        /// The number of items read so far.
        package var read: Int
        /// The running import of the same profile that a waiting import waits for; nil: not
        /// waiting.
        package var waitsFor: RunningImport? = nil
        /// The number of the import in the list of running imports; nil: a tracker document.
        package var id: Int64? = nil

        package enum Stage: String, CaseIterable, Codable, Sendable {
            /// `waiting` for another import of the profile, `reading` the file, `publishing` the
            /// staged rows, `folding` the days.
            case waiting, reading, publishing, folding
        }
    }

    @Message
    package struct UploadRequest: Codable, Hashable, WireValue {
        /// The name of the file.
        package var name: String
        /// The size of the file in bytes; nil: unknown, as for standard input.
        package var bytes: Int64?
        /// True to keep what was received if the upload ends early; nil: false.
        package var isResumable: Bool? = nil
        /// The handle of the resumable upload that is continued; nil: a new upload.
        package var upload: String? = nil
        /// The number of bytes that the continued upload has; nil: 0.
        package var offset: Int64? = nil
    }

    @Message
    package struct UploadedRequest: Codable, Hashable, WireValue {
        /// The handle of the upload.
        package var upload: String
    }

    @Message
    package struct UploadResponse: Codable, Hashable, WireValue {
        /// The handle of the uploaded file for ``RunRequest/upload``, valid for 24 hours.
        package var upload: String
        /// The number of bytes received so far.
        package var bytes: Int64
    }

    @Message
    package struct ImportersResponse: Codable, Hashable, WireValue {
        /// The installed importers.
        package var plugins: [Importer]
    }

    @Message
    package struct Importer: Codable, Hashable, Sendable {
        /// The name of the importer.
        package var name: String
        /// The kind of the plugin, `importer`.
        package var kind: String
        /// The purpose of the importer, as a sentence.
        package var summary: String
        /// The patterns of file names that the importer reads, such as `*.zip`.
        package var accepts: [String]
        /// The version of the importer.
        package var version: String
        /// The absolute path of the program.
        package var path: String
    }
}
