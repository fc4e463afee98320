import Contracts
import Glibc
import RPC

/// The bytes of a file as items of a stream.
enum ByteStream {
    private static let blockSize = 256 << 10

    /// Sends all that can be read from a descriptor; `name` is what people call it.
    static func send(
        _ descriptor: Int32, _ name: String, to writer: TypedItemWriter<Packet<Empty>>
    ) async throws {
        var block = [UInt8](repeating: 0, count: blockSize)
        while true {
            let count = read(descriptor, &block, block.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else {
                throw Status(.failedPrecondition, "\(name) cannot be read.")
            }
            if count == 0 { return }
            let data = Column("data", .bytes, Bytes(Array(block[..<count])))
            try await writer.send(Packet(Empty(), columns: [data]))
        }
    }
}
