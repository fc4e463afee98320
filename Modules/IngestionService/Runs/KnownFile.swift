import Contracts
import HostFiles
import RPC

/// Finds an earlier import of the same bytes since which nothing was removed: everything in the file
/// is stored, and its report is valid.
///
/// Files are identified by hash. The length is compared first, so that the first import of a file
/// does not wait for its hash, which is computed after publishing.
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

    /// The earlier import; nil if there is no such import, or for a folder.
    func earlierImport() async throws -> ImportLog.GetResponse? {
        guard !source.isFolder else { return nil }
        let known = try await storage.call(ImportLog.knownFiles, reading, options).files
        guard !known.isEmpty, let hash = await FileHash.text(of: source),
            let file = known.first(where: { $0.hash == hash })
        else { return nil }
        return try await storage.call(
            ImportLog.get, ImportLog.ImportRequest(id: file.importID), options)
    }

    /// Stores the hash of an imported file. Failures are ignored: without a hash the file is read
    /// again.
    func saveHash(as id: Int64) async {
        guard !source.isFolder, let hash = await FileHash.text(of: source) else { return }
        let file = ImportLog.KnownResponse.File(importID: id, hash: hash)
        _ = try? await storage.call(
            ImportLog.recordFile, ImportLog.RememberRequest(file: file, reading: reading),
            CallOptions(profile: options.profile, traceparent: options.traceparent))
    }
}

extension ImportReport {
    /// The report of the same bytes imported again: stored items are duplicates.
    func repeated(file: String) -> ImportReport {
        func repeated(_ counts: Counts) -> Counts {
            Counts(
                read: counts.read, stored: 0, duplicate: counts.duplicate + counts.stored,
                quarantined: counts.quarantined, ignored: counts.ignored)
        }
        var report = ImportReport(
            id: 0, importer: importer, file: file, bytes: bytes, seconds: 0,
            byType: byType.mapValues(repeated),
            problems: problems, ignoredMetadata: ignoredMetadata, notice: notice,
            isTruncated: isTruncated, isDryRun: false, version: version)
        report.nested = nested?.mapValues(repeated)
        report.files = files?.mapValues(repeated)
        report.format = format
        report.sameAs = sameAs ?? self.id
        report.mapping = mapping
        return report
    }
}
