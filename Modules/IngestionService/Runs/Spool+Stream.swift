import Contracts
import RPC
import Uploads

extension Spool {
    /// Writes an upload whose bytes are the columns `data` of a stream.
    func receive(
        _ upload: Imports.UploadRequest, _ reader: TypedItemReader<Packet<Empty>>,
        limit: Int, excess: Status? = nil
    ) async throws -> Imports.UploadResponse {
        try await receive(upload, limit: limit, excess: excess) { file in
            while let item = try await reader.next() {
                try item.columns.column("data", .bytes).withUnsafeBytes { try file.append($0) }
            }
        }
    }
}
