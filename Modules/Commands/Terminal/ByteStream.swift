import RPC

/// Sends the bytes of a file as items of a stream.
enum ByteStream {
    private static let blockSize = 256 << 10

    /// Sends the bytes of a descriptor up to the end; `name` is its name in error messages.
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
