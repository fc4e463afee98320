import CLinux
import Randomness
import Testing

/// The scanner that counts the bytes of incomplete messages of a connection.
struct MessageStreamTests {
    private static let greeting: [UInt8] =
        [0xFF] + Array(repeating: 0, count: 8) + [0x7F, 3, 0] + Array("NULL".utf8)
        + Array(repeating: 0, count: 48)

    /// The bytes of a frame on a connection.
    private static func frame(
        _ count: Int, more: Bool = false, isCommand: Bool = false, isLong: Bool = false
    ) -> [UInt8] {
        let isLong = isLong || count > 255
        let flags: UInt8 = (more ? 1 : 0) | (isLong ? 2 : 0) | (isCommand ? 4 : 0)
        let length = withUnsafeBytes(of: UInt64(count).bigEndian) { Array($0) }
        return [flags] + (isLong ? length : [UInt8(count)]) + Array(repeating: 7, count: count)
    }

    /// Scans `bytes` in parts of `partBytes`. Nil if the scanner ends the connection.
    private static func read(
        _ bytes: [UInt8], partBytes: Int = .max, limit: Int
    ) -> dayline_message_stream? {
        var stream = dayline_message_stream()
        var rest = bytes[...]
        while !rest.isEmpty {
            let part = rest.prefix(partBytes)
            let code = part.withUnsafeBytes {
                dayline_message_stream_add(&stream, $0.baseAddress, $0.count, limit)
            }
            if code < 0 { return nil }
            rest = rest.dropFirst(part.count)
        }
        return stream
    }

    @Test
    func `complete messages leave no bytes counted, in parts of any size`() throws {
        var random = SplitMix64(seed: 20_261_122)
        for _ in 0..<200 {
            var bytes = Self.greeting + Self.frame(28, isCommand: true)
            for _ in 0..<Int.random(in: 1...20, using: &random) {
                let frames = Int.random(in: 1...6, using: &random)
                for number in 1...frames {
                    bytes += Self.frame(
                        .random(in: 0...600, using: &random), more: number < frames,
                        isLong: .random(using: &random))
                }
            }
            let part = Int.random(in: 1...100, using: &random)

            let stream = try #require(Self.read(bytes, partBytes: part, limit: 10_000))

            #expect(stream.received == 0 && stream.declared == 0 && stream.frame_rest == 0)
        }
    }

    @Test
    func `an incomplete message counts its received bytes`() throws {
        let bytes = Self.greeting + Self.frame(300, more: true) + Self.frame(200).dropLast(50)

        let stream = try #require(Self.read(bytes, partBytes: 7, limit: 10_000))

        #expect(stream.received == 300 + 150 + 2 * 64)
        #expect(stream.frame_rest == 50)
    }

    @Test(arguments: [(1000 - 64, true), (1000 - 63, false)])
    func `a frame up to the limit is accepted, and a larger one ends the connection at its header`(
        bytes: Int, isRead: Bool
    ) {
        let header = Self.frame(bytes, isLong: true).prefix(9)

        #expect((Self.read(Self.greeting + header, limit: 1000) != nil) == isRead)
    }

    @Test
    func `frames of one message count together, even empty ones`() {
        let frames = Array(repeating: Self.frame(0, more: true), count: 16).flatMap { $0 }

        #expect(Self.read(Self.greeting + frames.dropLast(2), limit: 1000) != nil)
        #expect(Self.read(Self.greeting + frames, limit: 1000) == nil)
    }

    @Test(arguments: [(0, UInt8(0)), (9, 0x7E), (10, 2)])
    func `a greeting that is not ZMTP 3 ends the connection`(position: Int, byte: UInt8) {
        var greeting = Self.greeting
        greeting[position] = byte

        #expect(Self.read(greeting, limit: 1000) == nil)
    }

    @Test
    func `no byte sequence exceeds the limit or crashes the scanner`() {
        var random = SplitMix64(seed: 7)
        for _ in 0..<2000 {
            let noise = (0..<300).map { _ in UInt8.random(in: 0...255, using: &random) }
            if let stream = Self.read(Self.greeting + noise, partBytes: 9, limit: 5000) {
                #expect(stream.received <= 5000)
            }
        }
    }
}
