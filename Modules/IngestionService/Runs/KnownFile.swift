import Contracts
import HostFiles
import RPC

/// Whether the very same bytes were imported before, and nothing has changed since: then everything in
/// them is there, and what the earlier import said of them holds.
///
/// The bytes are told by their hash alone. The length only says whether hashing is worth the while, so
/// that the first import of a file is not held up by it: its hash is made when it is stored.
struct KnownFile: Sendable {
    let storage: Client
    let source: ImportSource
    let reading: ImportLog.ReadParameters
    let options: CallOptions

    init(
        storage: Client, source: ImportSource, plugin: InstalledPlugin, zone: String?,
        options: CallOptions
    ) {
        self.storage = storage
        self.source = source
        self.options = options
        reading = ImportLog.ReadParameters(
            bytes: source.bytes, importer: plugin.manifest.name,
            importerVersion: plugin.manifest.version, zone: zone)
    }

    /// The import that had these bytes.
    func earlierImport() async throws -> ImportLog.GetResponse? {
        guard !source.isFolder else { return nil }
        let known = try await storage.call(ImportLog.knownFiles, reading, options).files
        guard !known.isEmpty, let hash = await FileHash.text(of: source),
            let file = known.first(where: { $0.hash == hash })
        else { return nil }
        return try await storage.call(
            ImportLog.get, ImportLog.ImportRequest(id: file.importID), options)
    }

    /// Keeps the hash of what an import has read. Not to be waited for: without it the file is read
    /// once more when it comes again.
    func saveHash(as id: Int64) async {
        guard !source.isFolder, let hash = await FileHash.text(of: source) else { return }
        let file = ImportLog.KnownResponse.File(importID: id, hash: hash)
        _ = try? await storage.call(
            ImportLog.recordFile, ImportLog.RememberRequest(file: file, reading: reading),
            CallOptions(profile: options.profile, traceparent: options.traceparent))
    }
}

extension ImportReport {
    /// The books of the same bytes imported again: what was stored is there.
    func repeated(file: String) -> ImportReport {
        func known(_ books: Counts) -> Counts {
            Counts(
                read: books.read, stored: 0, duplicate: books.duplicate + books.stored,
                quarantined: books.quarantined, ignored: books.ignored)
        }
        var report = ImportReport(
            id: 0, importer: importer, file: file, bytes: bytes, seconds: 0,
            byType: byType.mapValues(known),
            problems: problems, ignoredMetadata: ignoredMetadata, notice: notice,
            isTruncated: isTruncated, isDryRun: false, version: version)
        report.nested = nested?.mapValues(known)
        report.files = files?.mapValues(known)
        report.sameAs = sameAs ?? self.id
        return report
    }
}
