import HTTPTypes
import Hummingbird
import NIOCore
import Testing

@testable import Gateway

@Suite struct ByteRangeTests {
    @Test(arguments: [
        ("bytes=0-9", 0..<10), ("bytes=90-", 90..<100), ("bytes=90-4000", 90..<100),
        ("bytes=-10", 90..<100), ("bytes=-4000", 0..<100), ("Bytes= 5 - 5", 5..<6),
    ])
    func `a range is a part of the document`(header: String, bytes: Range<Int>) {
        #expect(ByteRange(header)?.bytes(of: 100) == bytes)
    }

    @Test(arguments: ["bytes=100-", "bytes=-0"])
    func `a range outside of the document has no bytes`(header: String) throws {
        #expect(try #require(ByteRange(header)).bytes(of: 100) == nil)
    }

    @Test(arguments: [
        "bytes=0-1,5-6", "bytes=9-3", "lines=1-2", "bytes", "bytes=", "bytes=-", "bytes=a-b",
        "bytes=99999999999999999999-", "bytes=--5", "bytes=0-99999999999999999999",
    ])
    func `other headers are ignored`(header: String) {
        #expect(ByteRange(header) == nil)
    }

    /// The response with ten bytes, or others, to a request with headers.
    private static func response(
        _ headers: HTTPFields, _ bytes: [UInt8] = Array("0123456789".utf8),
        type: String = "text/csv"
    ) -> Response {
        let request = Request(
            head: HTTPRequest(
                method: .get, scheme: "http", authority: "a.example", path: "/a.csv",
                headerFields: headers),
            body: RequestBody(buffer: ByteBuffer()))
        return Response(
            document: bytes, [.contentType: type], for: request)
    }

    @Test func `a long text is compressed with an entity tag of its own`() throws {
        let rows = Array(String(repeating: "2026-11-22,81.2\n", count: 200).utf8)
        let plain = Self.response([:], rows)
        let compressed = Self.response([.acceptEncoding: "gzip"], rows)
        let tags = try [plain, compressed].map { try #require($0.headers[.eTag]) }

        let same = Self.response([.acceptEncoding: "gzip", .ifNoneMatch: tags[1]], rows)
        let other = Self.response([.acceptEncoding: "gzip", .ifNoneMatch: tags[0]], rows)
        let part = Self.response([.acceptEncoding: "gzip", .range: "bytes=0-9"], rows)
        let picture = Self.response([.acceptEncoding: "gzip"], rows, type: "image/png")

        #expect(plain.headers[.contentEncoding] == nil && plain.headers[.vary] == "Accept-Encoding")
        #expect(compressed.headers[.contentEncoding] == "gzip" && tags[0] != tags[1])
        #expect(compressed.headers[.acceptRanges] == nil)
        #expect(same.status == .notModified && same.headers[.eTag] == tags[1])
        #expect(other.status == .ok)
        #expect(part.status == .partialContent && part.headers[.contentEncoding] == nil)
        #expect(part.headers[.eTag] == tags[0])
        #expect(picture.headers[.contentEncoding] == nil)
    }

    @Test func `a document is sent in parts while it is the same`() throws {
        let whole = Self.response([:])
        let tag = try #require(whole.headers[.eTag])
        let ifRange = try #require(HTTPField.Name("If-Range"))

        let part = Self.response([.range: "bytes=2-4", ifRange: tag])
        let changed = Self.response([.range: "bytes=2-4", ifRange: "\"other\""])
        let outside = Self.response([.range: "bytes=10-"])

        #expect(whole.status == .ok)
        #expect(whole.headers[.acceptRanges] == "bytes")
        #expect(part.status == .partialContent)
        #expect(part.headers[.contentRange] == "bytes 2-4/10")
        #expect(part.headers[.contentLength] == "3")
        #expect(changed.status == .ok)
        #expect(changed.headers[.contentLength] == "10")
        #expect(outside.status == .rangeNotSatisfiable)
        #expect(outside.headers[.contentRange] == "bytes */10")
        #expect(Self.response([.ifNoneMatch: tag]).status == .notModified)
    }
}
