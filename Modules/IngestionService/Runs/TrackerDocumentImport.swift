import Contracts
import Glibc
import RPC
import Tracker

/// The import of a tracker document, a calendar or an exported table: the tracker worker reads its bytes and stores it.
struct TrackerDocumentImport: Sendable {
    let source: ImportSource
    /// The name of the importer, for messages.
    let importer: String
    /// A client of the bus.
    let bus: Client
    let options: CallOptions

    private static let blockBytes = 256 << 10

    /// Sends the document.
    /// - Returns: The report of the tracker.
    func run(_ request: Imports.RunRequest) async throws -> ImportReport {
        guard !source.isFolder else {
            throw Status(
                .failedPrecondition,
                "\(request.path ?? source.name) is a folder, and \(importer) reads files.",
                hint: "Name a file in it: ls \(quoted(request.path ?? source.name))")
        }
        guard !request.isReconciling else {
            throw Status(
                .invalidArgument, "The importer \(importer) cannot reconcile \(source.name).",
                hint: "Replace all tracker data with: dayline import FILE --as "
                    + "\(Documents.importer) --replace")
        }
        guard request.mapping == nil else {
            throw Status(
                .invalidArgument, "The importer \(importer) does not use --mapping.",
                hint: "Leave it out, or read a table as samples with: dayline import FILE --as csv "
                    + "--mapping MAPPING")
        }
        let document = Documents.ImportRequest(
            name: source.name, zone: request.zone, replaces: request.isReplacing ?? false,
            isDryRun: request.isDryRun)
        return try await bus.upload(Documents.importDocument, document, options) { writer in
            var offset = 0
            while let block = try source.block(at: offset, count: Self.blockBytes) {
                offset += block.count
                let data = Column("data", .bytes, Bytes(block))
                try await writer.send(Packet(Empty(), columns: [data]))
            }
        }
    }

    /// Adds the report of a stored document to the list of imports.
    /// - Returns: The report with its number, or with the reason that it is not in the list.
    func listed(_ report: ImportReport, in storage: Client) async -> ImportReport {
        let staged = StagedImport(
            client: storage,
            begin: Staging.BeginRequest(importer: report.importer, file: report.file),
            options: options)
        var report = report
        do {
            report.id = try await staged.publish(report).id
        } catch {
            await staged.abort()
            let reason =
                "The import is not in the list of imports: \(Status(describing: error).message)"
            report.notice = [report.notice, reason].compactMap(\.self).joined(separator: " ")
        }
        return report
    }
}
