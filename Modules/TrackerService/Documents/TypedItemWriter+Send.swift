import Contracts
import RPC

extension TypedItemWriter<Packet<Empty>> {
    /// Sends the bytes of a file in the column `data` of items of at most 256 KiB.
    func send(_ text: [UInt8]) async throws {
        let size = 256 << 10
        for start in stride(from: 0, to: text.count, by: size) {
            let piece = Array(text[start..<min(start + size, text.count)])
            try await send(Packet(Empty(), columns: [Column("data", .bytes, Bytes(piece))]))
        }
    }
}
