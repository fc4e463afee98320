import Crypto
import HTTPTypes
import Hummingbird
import NIOCore
import Texts

/// One range of a `Range` header, by RFC 9110, section 14.
package enum ByteRange: Equatable {
    /// From a byte to the end, or to a last byte.
    case from(Int, through: Int?)
    /// The last bytes.
    case last(Int)

    /// Nil for headers of several ranges or other units, which a server may ignore.
    package init?(_ header: String) {
        let parts = header.split(separator: "=", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let ends = parts[1].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
            .map { $0.filter { $0 != " " } }
        guard ends.count == 2, ends.allSatisfy({ $0.allSatisfy { ("0"..."9").contains($0) } })
        else { return nil }
        switch (Int(ends[0]), Int(ends[1])) {
        case (let first?, let last):
            guard ends[1].isEmpty || (last ?? -1) >= first else { return nil }
            self = .from(first, through: last)
        case (nil, let count?) where ends[0].isEmpty: self = .last(count)
        default: return nil
        }
    }

    /// The bytes of a document of a length; nil if it has none of them.
    package func bytes(of length: Int) -> Range<Int>? {
        switch self {
        case .from(let first, let last):
            first < length ? first..<min(last ?? length - 1, length - 1) + 1 : nil
        case .last(let count): count > 0 && length > 0 ? max(0, length - count)..<length : nil
        }
    }
}

extension Response {
    /// A document in memory, or the part of it that the request asks for. Its entity tag is the hash of the
    /// bytes, with a suffix if they are sent in gzip. A part is never compressed.
    init(document bytes: [UInt8], _ headers: HTTPFields, for request: Request) {
        var headers = headers
        headers[.vary] = "Accept-Encoding"
        let hash = SHA256.hash(data: bytes).hexDigits.prefix(32)
        let known = request.headers[.ifNoneMatch] ?? ""
        if request.headers[.range] == nil, Gzip.isUseful(bytes, as: headers[.contentType]),
            Gzip.isAccepted(by: request.headers[.acceptEncoding])
        {
            headers[.eTag] = "\"\(hash)-gzip\""
            if known.contains("\"\(hash)-gzip\"") {
                self.init(status: .notModified, headers: headers)
                return
            }
            if let compressed = Gzip.page(bytes) {
                headers[.contentEncoding] = "gzip"
                self.init(
                    status: .ok, headers: headers,
                    body: ResponseBody(byteBuffer: ByteBuffer(bytes: compressed)))
                return
            }
        }
        headers[.eTag] = "\"\(hash)\""
        if known.contains("\"\(hash)\"") {
            self.init(status: .notModified, headers: headers)
        } else {
            self.init(file: bytes, headers, for: request)
        }
    }

    /// A stored file, or the part of the file that the request asks for. `headers` has its strong entity
    /// tag, so that an `If-Range` of another version gets the whole file.
    init(file: [UInt8], _ headers: HTTPFields, for request: Request) {
        self.init(fileOf: file.count, headers, for: request) { part in
            ResponseBody(byteBuffer: ByteBuffer(bytes: file[part]))
        }
    }

    /// A stored file of a length, or the part of the file that the request asks for. `body` returns the
    /// bytes of a part.
    init(
        fileOf length: Int, _ headers: HTTPFields, for request: Request,
        body: (Range<Int>) -> ResponseBody
    ) {
        var headers = headers
        headers[.acceptRanges] = "bytes"
        let isSameVersion =
            HTTPField.Name("If-Range").flatMap { request.headers[$0] }
            .map { $0 == headers[.eTag] } ?? true
        guard isSameVersion, let range = request.headers[.range].flatMap(ByteRange.init) else {
            self.init(status: .ok, headers: headers, body: body(0..<length))
            return
        }
        guard let part = range.bytes(of: length) else {
            headers[.contentRange] = "bytes */\(length)"
            self.init(status: .rangeNotSatisfiable, headers: headers)
            return
        }
        headers[.contentRange] = "bytes \(part.lowerBound)-\(part.upperBound - 1)/\(length)"
        self.init(status: .partialContent, headers: headers, body: body(part))
    }
}
