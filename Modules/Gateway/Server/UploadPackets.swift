import RPC

/// Sends the bytes of an upload in packets of half a MiB. Each of the parts of at most 64 KiB in which a
/// browser sends them would be a message through the broker.
struct UploadPackets {
    private let send: (Column) async throws -> Void
    private var pending: [UInt8] = []

    private static let length = 512 << 10

    /// `send` sends a packet with the column `data`.
    init(_ send: @escaping (Column) async throws -> Void) {
        self.send = send
    }

    mutating func append(_ bytes: some Collection<UInt8>) async throws {
        if pending.isEmpty { pending.reserveCapacity(Self.length + bytes.count) }
        pending.append(contentsOf: bytes)
        if pending.count >= Self.length { try await finish() }
    }

    /// Sends what is left.
    mutating func finish() async throws {
        guard !pending.isEmpty else { return }
        let data = Column("data", .bytes, Bytes(pending))
        pending = []
        try await send(data)
    }
}
