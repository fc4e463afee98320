import Testing
import ZipWriter

@testable import PluginKit

struct GzipTests {
    private let input = TestInput()

    private func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    }

    private func part(_ bytes: [UInt8], name: String = "a.fit.gz") throws -> FilePart {
        FilePart(name: name, size: Int64(bytes.count), sizeOnDisk: Int64(bytes.count)) {
            MemoryBlocks(bytes, damage: nil)
        }
    }

    private func content(_ bytes: [UInt8]) throws -> (bytes: [UInt8], ending: FilePart.Ending) {
        let content = try part(bytes).unpacked().content()
        return (content.bytes, content.ending)
    }

    @Test(arguments: [0, 1, 65_535, 65_536, 700_000])
    func `a packed file is unpacked`(count: Int) throws {
        let (unpacked, ending) = try content(ZipWriter.gzip(bytes(count)))

        #expect(unpacked == bytes(count))
        #expect(ending == .complete)
    }

    @Test func `the members of a file are one file, and padding behind them is ignored`() throws {
        let packed =
            ZipWriter.gzip(bytes(100_000)) + ZipWriter.gzip([1, 2]) + [0, 0, 0, 0, 0, 0, 0, 0]

        let (unpacked, ending) = try content(packed)

        #expect(unpacked == bytes(100_000) + [1, 2])
        #expect(ending == .complete)
    }

    @Test func `the contents have the name without the ending of gzip`() throws {
        #expect(try part(ZipWriter.gzip([1])).unpacked().name == "a.fit")
        #expect(try part(ZipWriter.gzip([1]), name: "a").unpacked().name == "a")
        #expect(try part([1, 2, 3]).unpacked().name == "a.fit.gz")
    }

    @Test func `a file that ends early is damaged at every length`() throws {
        let packed = ZipWriter.gzip(bytes(300))

        for count in 3..<packed.count {
            let (unpacked, ending) = try content(Array(packed.prefix(count)))
            #expect(bytes(300).starts(with: unpacked))
            #expect(ending != .complete)
        }
    }

    @Test func `a wrong checksum is damage behind the bytes`() throws {
        var packed = ZipWriter.gzip(bytes(300))
        packed[packed.count - 5] ^= 1

        let (unpacked, ending) = try content(packed)

        #expect(unpacked == bytes(300))
        #expect(ending == .damaged("the checksum of a.fit.gz is wrong"))
    }
}
