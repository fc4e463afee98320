import RPC

/// Sends the bytes of an upload in packets of half a MiB. Each of the shorter parts in which a browser sends
/// them would be a message through the broker.
struct UploadPackets {
    private let send: (Column) async throws -> Void
    /// The packet that is not yet full; nil before its first byte.
    private var pending: PacketMemory?

    private static let length = 512 << 10

    /// `send` sends a packet with the column `data`.
    init(_ send: @escaping (Column) async throws -> Void) {
        self.send = send
    }

    mutating func append(_ bytes: some Collection<UInt8>) async throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let packet = pending ?? PacketMemory(capacity: Self.length)
            pending = packet
            rest = rest.dropFirst(packet.append(rest))
            if packet.isFull { try await finish() }
        }
    }

    /// Sends what is left.
    mutating func finish() async throws {
        guard let packet = pending else { return }
        pending = nil
        try await send(Column("data", .bytes, packet.bytes))
    }

    /// The memory of a packet, which is sent without a copy.
    private final class PacketMemory {
        private let memory: UnsafeMutableBufferPointer<UInt8>
        private var count = 0

        init(capacity: Int) {
            memory = .allocate(capacity: capacity)
        }

        deinit { memory.deallocate() }

        var isFull: Bool { count == memory.count }

        /// The appended bytes. None may be appended after them.
        var bytes: Bytes {
            Bytes(
                UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(memory)[..<count]),
                owner: self)
        }

        /// Appends the bytes that fit.
        /// - Returns: Their number.
        func append(_ bytes: some Collection<UInt8>) -> Int {
            let part = bytes.prefix(memory.count - count)
            count = memory[count...].initialize(fromContentsOf: part)
            return part.count
        }
    }
}
