import RPC
import Testing

@testable import Gateway

@Suite struct UploadPacketsTests {
    @Test(arguments: [1000, 65_536, 524_288, 1_300_000])
    func `parts of any size are sent in packets of half a MiB`(part: Int) async throws {
        let bytes = (0..<1_300_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 8) }
        let sent = Sent()
        var packets = UploadPackets { await sent.append($0.bytes.array(of: UInt8.self)) }

        for start in stride(from: 0, to: bytes.count, by: part) {
            try await packets.append(bytes[start..<min(start + part, bytes.count)])
        }
        try await packets.finish()
        try await packets.finish()

        #expect(await sent.packets.map(\.count) == [524_288, 524_288, 251_424])
        #expect(await sent.packets.flatMap(\.self) == bytes)
    }
}

private actor Sent {
    private(set) var packets: [[UInt8]] = []

    func append(_ packet: [UInt8]) { packets.append(packet) }
}
