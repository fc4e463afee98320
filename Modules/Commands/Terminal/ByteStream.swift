import Contracts
import RPC

/// The bytes of a file as items of a stream.
enum ByteStream {
    private static let blockSize = 256 << 10

    /// Sends all that can be read from a descriptor; `name` is what people call it.
    static func send(
        _ descriptor: Int32, _ name: String, to writer: TypedItemWriter<Packet<Empty>>
    ) async throws {
        var input = BlockReader(descriptor, name, blockBytes: blockSize)
        while let block = try input.next() {
            let data = Column("data", .bytes, Bytes(Array(block)))
            try await writer.send(Packet(Empty(), columns: [data]))
        }
    }
}
