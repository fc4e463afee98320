import Contracts
import RPC
import Synchronization

/// Imports and exports of tracker documents.
extension TemporaryTracker {
    /// Imports a document, sent in pieces.
    func importDocument(
        _ text: String, zone: String? = nil, shouldReplace: Bool = false,
        isDryRun: Bool = false
    ) async throws -> ImportReport {
        try await client.upload(
            Documents.importDocument,
            Documents.ImportRequest(
                name: "export.json", zone: zone, replaces: shouldReplace, isDryRun: isDryRun)
        ) { writer in
            let bytes = Array(text.utf8)
            let size = 1 << 20
            for start in stride(from: 0, to: max(bytes.count, 1), by: size) {
                let piece = Array(bytes[start..<min(start + size, bytes.count)])
                try await writer.send(
                    Packet(Empty(), columns: [Column("data", .bytes, Bytes(piece))]))
            }
        }
    }

    /// The text of an exported file.
    func export(
        _ format: Documents.Format = .json,
        _ contents: Documents.Contents = .tracker, zone: String? = nil
    ) async throws -> String {
        let text = Mutex<[UInt8]>([])
        _ = try await client.stream(
            Documents.export,
            Documents.ExportRequest(format: format, contents: contents, zone: zone),
            CallOptions(deadline: .never)
        ) { piece in
            let data = try piece.columns.column("data", .bytes)
            text.withLock { text in data.withUnsafeBytes { text += $0 } }
        }
        return text.withLock { String(decoding: $0, as: UTF8.self) }
    }
}
