import CZlib
import Testing

@testable import Gateway

struct GzipTests {
    /// The bytes before compression.
    private func inflated(_ bytes: [UInt8], limit: Int) -> [UInt8] {
        var stream = z_stream()
        #expect(
            inflateInit2_(&stream, 15 + 16, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size))
                == Z_OK)
        defer { inflateEnd(&stream) }
        var input = bytes
        return [UInt8](unsafeUninitializedCapacity: limit) { output, count in
            input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                #expect(inflate(&stream, Z_FINISH) == Z_STREAM_END)
            }
            count = limit - Int(stream.avail_out)
        }
    }

    @Test(arguments: [512, 10_000, 1_000_000])
    func `compressed bytes are fewer and inflate to the input`(count: Int) throws {
        let text = (0..<count).map { UInt8(truncatingIfNeeded: 65 + $0 % 7 + $0 / 1000 % 5) }

        for compressed in [try #require(Gzip.page(text)), try #require(Gzip.asset(text))] {
            #expect(compressed.count < text.count)
            #expect(inflated(compressed, limit: text.count) == text)
        }
    }

    @Test func `bytes that do not become fewer are not compressed`() {
        var generator = SystemRandomNumberGenerator()
        let noise = (0..<10_000).map { _ in UInt8.random(in: 0...255, using: &generator) }

        for bytes in [noise, [1, 2, 3]] {
            #expect(Gzip.page(bytes) == nil)
            #expect(Gzip.asset(bytes) == nil)
        }
    }

    @Test(arguments: [
        ("gzip, deflate, br", true), ("br;q=1.0, gzip;q=0.8", true), ("GZIP", true),
        ("deflate, br", false), ("gzip;q=0", false), ("gzip; q=0.0, br", false), ("", false),
    ])
    func `gzip is accepted if the header names it`(header: String, isAccepted: Bool) {
        #expect(Gzip.isAccepted(by: header) == isAccepted)
    }
}
