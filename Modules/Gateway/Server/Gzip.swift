import CDeflate
import CZlib

/// Compression of answers, in the format of RFC 1952.
enum Gzip {
    private static let leastBytes = 512
    /// Shorter documents fit one packet.
    private static let leastDocumentBytes = 1024
    /// 15 bits of window, and 16 for the header and trailer of gzip.
    private static let windowBits: Int32 = 15 + 16
    private static let memoryLevel: Int32 = 8

    /// The compressed bytes of a page, which is compressed for each request: an eighth of the time of zlib,
    /// and 5 % longer. Nil if they are not fewer.
    static func page(_ bytes: [UInt8]) -> [UInt8]? {
        output(of: bytes) { output in
            dayline_gzip(bytes, bytes.count, output.baseAddress, output.count)
        }
    }

    /// The compressed bytes of an asset, which is compressed once: as few as zlib makes. Nil if they are not
    /// fewer.
    static func asset(_ bytes: [UInt8]) -> [UInt8]? {
        output(of: bytes) { output in
            var stream = z_stream()
            guard
                deflateInit2_(
                    &stream, Z_BEST_COMPRESSION, Z_DEFLATED, windowBits, memoryLevel,
                    Z_DEFAULT_STRATEGY, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK
            else { return 0 }
            defer { deflateEnd(&stream) }
            var input = bytes
            return input.withUnsafeMutableBufferPointer { input in
                stream.next_in = input.baseAddress
                stream.avail_in = UInt32(input.count)
                stream.next_out = output.baseAddress
                stream.avail_out = UInt32(output.count)
                return deflate(&stream, Z_FINISH) == Z_STREAM_END
                    ? output.count - Int(stream.avail_out) : 0
            }
        }
    }

    /// The bytes that `compress` writes and counts; nil if it returns 0, or if `bytes` are few or too many.
    private static func output(
        of bytes: [UInt8], _ compress: (UnsafeMutableBufferPointer<UInt8>) -> Int
    ) -> [UInt8]? {
        guard bytes.count >= leastBytes, bytes.count <= UInt32.max else { return nil }
        // The output has to be shorter than the input.
        let output = [UInt8](unsafeUninitializedCapacity: bytes.count - 1) { output, count in
            count = compress(UnsafeMutableBufferPointer(rebasing: output[..<(bytes.count - 1)]))
        }
        return output.isEmpty ? nil : output
    }

    /// True if a document of a media type is a text of more than a packet.
    static func isUseful(_ bytes: [UInt8], as type: String?) -> Bool {
        let type = type?.prefix { $0 != ";" } ?? ""
        return bytes.count > leastDocumentBytes
            && (type.hasPrefix("text/") || type.hasSuffix("json") || type.hasSuffix("xml"))
    }

    /// True if an Accept-Encoding header accepts gzip.
    static func isAccepted(by header: String?) -> Bool {
        (header ?? "").lowercased().split(separator: ",").contains { part in
            let fields = part.split(separator: ";").map { $0.filter { $0 != " " } }
            return fields.first == "gzip"
                && !fields.dropFirst().contains { Double($0.dropFirst(2)) == 0 }
        }
    }
}
