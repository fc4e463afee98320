import FITWriter
import Randomness
import Testing

@testable import FIT

@Suite struct FITDecoderTests {
    private static let time: Int64 = 1_000_000_000

    /// Two records with a heart rate each.
    private static func activity(isBigEndian: Bool = false) -> [UInt8] {
        var writer = FITWriter(isBigEndian: isBigEndian)
        writer.define(
            0, message: 20,
            [.init(253, FITWriter.Code.unsigned32), .init(3, FITWriter.Code.unsigned8)])
        writer.add(0, [time, 140])
        writer.add(0, [time + 1, 0xFF])
        return writer.file
    }

    @Test(arguments: [false, true])
    func `messages are read in both byte orders, and invalid values are absent`(
        isBigEndian: Bool
    ) throws {
        let sink = try CollectingSink.reading(
            Self.activity(isBigEndian: isBigEndian), fields: [3, 4])

        #expect(
            sink.items == [
                .init(message: 20, timestamp: 1_000_000_000, values: [140, nil]),
                .init(message: 20, timestamp: 1_000_000_001, values: [nil, nil]),
            ])
        #expect(sink.damage.isEmpty)
    }

    @Test func `a compressed timestamp is the next time with its low bits`() throws {
        var writer = FITWriter()
        writer.define(0, message: 20, [.init(253, FITWriter.Code.unsigned32)])
        writer.define(1, message: 20, [.init(3, FITWriter.Code.unsigned8)])
        // The low five bits of this time are 28.
        let time: Int64 = 1_000_000_028 - 1_000_000_028 % 32 + 28
        writer.add(0, [time])
        writer.addCompressed(1, low: 30, [100])
        writer.addCompressed(1, low: 2, [101])

        let sink = try CollectingSink.reading(writer.file)

        #expect(sink.items.compactMap(\.timestamp).map { Int64($0) - time } == [0, 2, 6])
    }

    @Test(arguments: [(0x01, 0x7F), (0x83, 0x7FFF), (0x85, 0x7FFF_FFFF)] as [(UInt8, Int64)])
    func `the greatest signed value is absent, and negative values are read`(
        type: UInt8, invalid: Int64
    ) throws {
        var writer = FITWriter()
        writer.define(0, message: 20, [.init(1, type), .init(2, type)])
        writer.add(0, [invalid, -5])

        let sink = try CollectingSink.reading(writer.file, fields: [1, 2])

        #expect(sink.items.map(\.values) == [[nil, -5]])
    }

    @Test func `zero is absent in the types with suffix z`() throws {
        var writer = FITWriter()
        writer.define(0, message: 0, [.init(1, 0x8B), .init(2, 0x8C), .init(3, 0x0A)])
        writer.add(0, [0, 7, 0])

        let sink = try CollectingSink.reading(writer.file, fields: [1, 2, 3])

        #expect(sink.items.map(\.values) == [[nil, 7, nil]])
    }

    @Test func `a field whose size is not a multiple of its type is absent`() throws {
        var writer = FITWriter()
        writer.define(
            0, message: 20, [.init(1, FITWriter.Code.unsigned32, size: 1), .init(3, 0x02)])
        writer.add(0, bytes: [9, 80])

        let sink = try CollectingSink.reading(writer.file, fields: [1, 3])

        #expect(sink.items.map(\.values) == [[nil, 80]])
        #expect(sink.damage.isEmpty)
    }

    @Test func `developer fields have the name and scale of their description`() throws {
        var writer = FITWriter()
        writer.define(
            0, message: 206,
            [
                .init(0, 0x02), .init(1, 0x02), .init(2, 0x02), .init(3, 0x07, size: 6),
                .init(6, 0x02),
            ])
        writer.add(0, bytes: [0, 5, 0x84] + Array("Power\0".utf8) + [10])
        writer.define(1, message: 20, [.init(3, 0x02)], developer: [(5, 2, 0)])
        writer.add(1, bytes: [70, 0xC4, 0x09])

        let sink = try CollectingSink.reading(writer.file)

        #expect(sink.developerValues == ["Power": 250])
    }

    @Test func `files in a chain are read one after another`() throws {
        let sink = try CollectingSink.reading(Self.activity() + Self.activity(isBigEndian: true))

        #expect(sink.files == 2)
        #expect(sink.items.count == 4)
        #expect(sink.damage.isEmpty)
    }

    @Test func `a wrong checksum is reported and loses no message`() throws {
        var bytes = Self.activity()
        bytes[bytes.count - 1] ^= 0xFF

        let sink = try CollectingSink.reading(bytes)

        #expect(sink.items.count == 2)
        #expect(sink.damage == [.checksum])
    }

    @Test func `every shorter file has the whole messages before its end`() throws {
        let bytes = Self.activity()
        let definition = 14 + 6 + 6
        for count in 14..<bytes.count {
            let sink = try CollectingSink.reading(Array(bytes[..<count]))

            let messages = max(0, min(2, (count - definition) / 6))
            #expect(sink.items.count == messages, "\(count) bytes")
            #expect(
                sink.damage == [count >= bytes.count - 2 ? .checksumMissing : .truncated],
                "\(count) bytes")
        }
    }

    @Test func `a message without definition ends its file, and the next file is read`() throws {
        var writer = FITWriter()
        writer.define(0, message: 20, [.init(3, 0x02)])
        writer.add(0, [60])
        writer.add(7, bytes: [1, 2, 3])

        let sink = try CollectingSink.reading(writer.file + Self.activity())

        #expect(sink.items.count == 3)
        #expect(sink.damage == [.undefinedMessage, .skipped(bytes: 6)])
    }

    @Test func `bytes before a header are skipped and counted`() throws {
        let sink = try CollectingSink.reading([1, 2, 3, 14, 0] + Self.activity())

        #expect(sink.items.count == 2)
        #expect(sink.damage == [.header, .skipped(bytes: 5)])
    }

    @Test func `a file without a length is read to its end`() throws {
        var bytes = Self.activity()
        bytes.replaceSubrange(4..<8, with: [0, 0, 0, 0])

        let sink = try CollectingSink.reading(bytes)

        #expect(sink.items.count == 2)
        #expect(sink.damage == [.unknownLength, .checksum])
    }

    @Test func `damaged files are read alike in blocks of every size`() throws {
        var random = SplitMix64(seed: 18)
        let whole = Self.activity() + Self.activity(isBigEndian: true)
        for _ in 0..<2000 {
            var bytes = whole
            for _ in 0..<(1 + random.below(4)) {
                bytes[random.below(bytes.count)] = UInt8(random.below(256))
            }

            let once = try CollectingSink.reading(bytes, fields: [3])
            let often = try CollectingSink.reading(bytes, fields: [3], block: 1 + random.below(7))

            #expect(once.items == often.items, "\(bytes)")
            #expect(once.damage == often.damage, "\(bytes)")
        }
    }
}
