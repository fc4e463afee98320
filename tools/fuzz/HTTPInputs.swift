import Gateway
import HTTPTypes
import Hummingbird
import RPC

/// Inputs of the targets that read requests of the web app.
enum HTTPInputs {
    // MARK: Forms with files

    private static let contentType = "multipart/form-data; boundary=XX"
    /// The first byte is the size of the blocks in which the body arrives.
    static let multipartBodies = [
        """
        \u{7}--XX\r
        Content-Disposition: form-data; name="csrf"\r
        \r
        token\r
        --XX\r
        Content-Disposition: form-data; name="file"; filename="a;b.xml"\r
        Content-Type: text/xml\r
        \r
        one\r
        --X two\r
        \r
        --XX--\r

        """,
        "@--XX\r\ncontent-disposition: form-data; filename=\"\"; name=\"a\"\r\n\r\n\r\n--XX--",
    ]

    /// Checks that a body has the same events in blocks as at once, and that they are equal after writing and
    /// parsing.
    static func multipart(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first else { return }
        let body = Array(bytes.dropFirst())
        let events = parts(of: body, inBlocksOf: max(1, body.count))
        guard parts(of: body, inBlocksOf: max(1, Int(first))) == events else {
            FuzzCase.fail("a form differs by the size of its blocks")
        }
        guard let events else { return }
        let written = encoded(events)
        guard parts(of: written, inBlocksOf: written.count) == events else {
            FuzzCase.fail("a form differs after writing and parsing")
        }
    }

    private typealias Event = MultipartParser.Event

    /// The complete parts of a body, with the bytes of each file in one event; nil for an invalid body.
    private static func parts(of body: [UInt8], inBlocksOf size: Int) -> [Event]? {
        guard var parser = try? MultipartParser(contentType: contentType) else { return nil }
        var parts: [Event] = []
        var files: [UInt8] = []
        for start in stride(from: 0, to: body.count, by: size) {
            let block = body[start..<min(start + size, body.count)]
            guard let events = try? parser.append(block) else { return nil }
            for event in events {
                if case .bytes(let bytes) = event {
                    files += bytes
                    continue
                }
                if case .fileEnd = event { parts.append(.bytes(files)) }
                files = []
                parts.append(event)
            }
        }
        // A file without its end has no other event after it.
        if case .file? = parts.last { parts.removeLast() }
        return parts
    }

    private static func encoded(_ parts: [Event]) -> [UInt8] {
        var body: [UInt8] = []
        for part in parts {
            switch part {
            case .field(let name, let value):
                let disposition = "Content-Disposition: form-data; name=\"\(name)\""
                body += "--XX\r\n\(disposition)\r\n\r\n\(value)\r\n".utf8
            case .file(let name):
                let disposition = "Content-Disposition: form-data; name=\"f\"; filename=\"\(name)\""
                body += "--XX\r\n\(disposition)\r\n\r\n".utf8
            case .bytes(let bytes): body += bytes
            case .fileEnd: body += "\r\n".utf8
            }
        }
        return body + "--XX--\r\n".utf8
    }

    // MARK: Forms

    static let forms = [
        "csrf=a1&name=Read+a%20book&day=2026-03-13", "=&a&b==%&c=%C3%A9%ff", "a=1&a=2",
    ]

    /// Checks that the fields of a form are equal after writing and parsing.
    static func form(_ bytes: UnsafeRawBufferPointer) {
        let fields = FormBody.fields(String(decoding: bytes, as: UTF8.self))
        let written = fields.map { "\(escaped($0.key))=\(escaped($0.value))" }
            .joined(separator: "&")
        guard FormBody.fields(written) == fields else {
            FuzzCase.fail("a form differs after writing and parsing")
        }
    }

    private static func escaped(_ text: String) -> String {
        text.utf8.map { byte in
            let digits = String(byte, radix: 16)
            return digits.count == 1 ? "%0\(digits)" : "%\(digits)"
        }.joined()
    }

    // MARK: Ranges

    static let ranges = ["bytes=0-99", "bytes=5-", "Bytes = 0 - 0", "bytes=-7", "bytes=0-1,3-4"]
    private static let lengths = [0, 1, 100, 1 << 40, Int.max]

    /// Checks that the bytes of a range are within the file, and that the range is equal after writing and
    /// parsing.
    static func range(_ bytes: UnsafeRawBufferPointer) {
        guard let range = ByteRange(String(decoding: bytes, as: UTF8.self)) else { return }
        for length in lengths {
            guard let part = range.bytes(of: length) else { continue }
            guard part.lowerBound >= 0, part.upperBound <= length, !part.isEmpty else {
                FuzzCase.fail("the range \(part) is not within \(length) bytes")
            }
        }
        let text =
            switch range {
            case .from(let first, let last): "\(first)-\(last.map(String.init) ?? "")"
            case .last(let count): "-\(count)"
            }
        guard ByteRange("bytes=\(text)") == range else {
            FuzzCase.fail("a range differs after writing and parsing")
        }
    }

    // MARK: Headers

    /// The first byte is even if the request comes from a trusted proxy. Each further line is a header.
    static let heads = [
        """
        0X-Forwarded-For: 203.0.113.9, 10.0.0.1
        X-Forwarded-Host: days.example:8443
        X-Forwarded-Proto: https
        X-Profile: kim
        Cookie: theme=dark; dayline=1234; dayline-attempt=5678
        """,
        "1X-Forwarded-For: ::ffff:198.51.100.7\nX-Profile: kim\nX-Profile: lee\nCookie: dayline",
    ]
    private static let profileHeader = "X-Profile"

    /// Checks that the headers of an untrusted proxy change nothing, that those of a trusted one lead to a
    /// valid address and to at most one profile, and that no other cookie changes that of the session.
    static func head(_ bytes: UnsafeRawBufferPointer) {
        guard let first = bytes.first, let peer = IPAddress("10.0.0.1") else { return }
        var head = HTTPRequest(method: .get, scheme: "http", authority: "own.example", path: "/")
        for line in bytes.dropFirst().split(separator: UInt8(ascii: "\n")) {
            let parts = line.split(separator: UInt8(ascii: ":"), maxSplits: 1)
            guard parts.count == 2,
                let name = HTTPField.Name(String(decoding: parts[0], as: UTF8.self))
            else { continue }
            let value = parts[1].drop { $0 == UInt8(ascii: " ") }
            head.headerFields.append(
                HTTPField(name: name, value: String(decoding: value, as: UTF8.self)))
        }
        checkSource(of: head, from: peer, isTrusted: first % 2 == 0)
        checkCookies(head.headerFields[values: .cookie])
    }

    private static func checkSource(of head: HTTPRequest, from peer: IPAddress, isTrusted: Bool) {
        var settings = WebSettings()
        settings.identityHeader = profileHeader
        if isTrusted { settings.trustedProxies = [peer] }
        let source = RequestSource(head, from: peer, isEncrypted: false, settings)
        if !isTrusted {
            guard source.address == peer, source.authority == head.authority, !source.isSecure,
                source.identity == nil
            else { FuzzCase.fail("the headers of a proxy that is not trusted are applied") }
        }
        guard IPAddress(source.address.description) == source.address else {
            FuzzCase.fail("an address differs after writing and parsing")
        }
        let profiles = HTTPField.Name(profileHeader).map { head.headerFields[values: $0] } ?? []
        guard source.identity == nil || [source.identity] == profiles else {
            FuzzCase.fail("a profile is not the only one of the headers")
        }
    }

    private static func checkCookies(_ headers: [String]) {
        let name = "dayline"
        let cookies = Cookies(from: headers)
        if let cookie = cookies[name] {
            guard headers.contains(where: { $0.contains(cookie.value) }) else {
                FuzzCase.fail("a cookie is not part of its header")
            }
        }
        let token = "0123456789abcdef"
        guard Cookies(from: ["\(name)=\(token)"] + headers)[name]?.value == token else {
            FuzzCase.fail("a later cookie replaces that of the session")
        }
    }
}
