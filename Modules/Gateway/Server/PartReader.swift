import Hummingbird
import RPC
import Uploads

/// Reads the parts of a body one after another.
actor PartReader {
    private var parser: MultipartParser
    private var body: RequestBody.AsyncIterator
    private var events: ArraySlice<MultipartParser.Event> = []

    init(_ parser: MultipartParser, _ body: sending RequestBody.AsyncIterator) {
        self.parser = parser
        self.body = body
    }

    /// The next event; nil at the end of the body.
    func next() async throws -> MultipartParser.Event? {
        while events.isEmpty {
            var iterator = body
            let buffer = try await iterator.next(isolation: #isolation)
            body = iterator
            guard let buffer else { return nil }
            events = try parser.append(buffer.readableBytesView)[...]
        }
        return events.popFirst()
    }

    /// Reads up to `limit` further bytes of a body that was refused: a browser reads the answer only
    /// after it has sent the body.
    func discard(limit: Int) async {
        var rest = limit
        while rest > 0 {
            var iterator = body
            let buffer = try? await iterator.next(isolation: #isolation)
            body = iterator
            guard let buffer else { return }
            rest -= buffer.readableBytes
        }
    }

    /// Writes the bytes of the file that has begun, up to its end.
    /// - Throws: INVALID_ARGUMENT if the body ends before.
    func writeFile(to file: SpoolFile) async throws {
        while let bytes = try await nextBytes() {
            try bytes.withUnsafeBytes { try file.append($0) }
        }
    }

    /// Sends the bytes of the file that has begun, up to its end.
    /// - Throws: INVALID_ARGUMENT if the body ends before.
    func sendFile(to writer: TypedItemWriter<Packet<Empty>>) async throws {
        var packets = UploadPackets { try await writer.send(Packet(Empty(), columns: [$0])) }
        while let bytes = try await nextBytes() { try await packets.append(bytes) }
        try await packets.finish()
    }

    /// The next bytes of the file that has begun; nil at its end.
    private func nextBytes() async throws -> [UInt8]? {
        switch try await next() {
        case .bytes(let bytes): return bytes
        case nil:
            throw Status(
                .invalidArgument, "The upload ended before the file was complete.",
                hint: "Send it again.")
        default: return nil
        }
    }
}
