import Memberwise
package import RPC

/// Past imports. Served by the storage worker.
package enum ImportLog {
    package static let service = "dayline.storage.ImportLog"

    /// Lists past imports, newest first, as many as fit into a message.
    package static let list = Method<ListRequest, ListResponse>(
        service, "List", repeatable: true, access: .scope(.read))
    package static let get = Method<ImportRequest, GetResponse>(
        service, "Get", repeatable: true, access: .scope(.read))
    /// Streams the samples that an import removed, as columns of `[ChunkRecord]` of which only
    /// `series`, `segment`, `count` and `data` are set.
    package static let removed = StreamMethod<ImportRequest, Packet<Folds.ChunkPage>, Empty>(
        service, "Removed", repeatable: true)
    /// Streams the workouts, correlations and activity summaries that an import removed.
    package static let removedRows = StreamMethod<ImportRequest, Staging.RowPage, Empty>(
        service, "RemovedRows", repeatable: true)
    /// Streams the samples that an import added, and those that later imports added to the same
    /// chunks, by chunk and import: columns of `[ChunkRecord]` of which only `series`, `segment`,
    /// `count` and `data` are set, and `import` i64, the number of the import. Without data, the
    /// import inserted the chunk, and all of its samples that no later import added are its own. A
    /// page has all imports of its chunks.
    package static let added = StreamMethod<ImportRequest, Packet<Folds.ChunkPage>, Empty>(
        service, "Added", repeatable: true)
    /// Streams the stored workouts, correlations and activity summaries that an import added and no
    /// later import added again.
    package static let addedRows = StreamMethod<ImportRequest, Staging.RowPage, Empty>(
        service, "AddedRows", repeatable: true)
    /// Lists the imports of files of this length that were read with the same options and since
    /// which the profile has not changed: a file with the same bytes has nothing new.
    package static let knownFiles = Method<ReadParameters, KnownResponse>(
        service, "Known", repeatable: true)
    /// Stores the hash of an imported file, for ``knownFiles``.
    package static let recordFile = Method<RememberRequest, Empty>(
        service, "Remember", repeatable: true)

    /// Options of an import that change its result for the same file.
    @Message
    package struct ReadParameters: Codable, Hashable, WireValue {
        /// The length of the file in bytes.
        package var bytes: Int64
        /// The name of the importer.
        package var importer: String
        /// The version of the importer.
        package var importerVersion: String
        /// The IANA name of the zone in the request of the import; nil: not stated.
        package var zone: String?
    }

    @Message
    package struct KnownResponse: Codable, Hashable, WireValue {
        /// The imported files; empty: none.
        package var files: [File]

        @Message
        package struct File: Codable, Hashable, Sendable {
            /// The number of the import.
            package var importID: Int64
            /// The hash of the bytes of the file; see `IngestionService.FileHash`.
            package var hash: String
        }
    }

    @Message
    package struct RememberRequest: Codable, Hashable, WireValue {
        /// The number of the import and the hash of the file.
        package var file: KnownResponse.File
        /// The options that the file was read with.
        package var reading: ReadParameters
    }

    @Message
    package struct ImportRequest: Codable, Hashable, WireValue {
        /// The number of the import.
        package var id: Int64
    }

    @Message
    package struct ListRequest: Codable, Hashable, WireValue {
        /// The number of an import: only older imports are listed; nil: the first page.
        package var before: Int64? = nil
    }

    @Message
    package struct ListResponse: Codable, Hashable, WireValue {
        /// The reports of imports, newest first.
        package var imports: [ImportReport]
        /// The number of the oldest import of the page, for the next request; nil: the last page.
        package var next: Int64? = nil
    }

    @Message
    package struct GetResponse: Codable, Hashable, WireValue {
        /// The report of the import.
        package var report: ImportReport
        /// The rejected items in the order of the file, at most 10,000; empty: none.
        package var quarantinedItems: [QuarantinedItem]
    }
}
