import RPC
import Testing

@testable import Gateway

struct MultipartParserTests {
    private static let type = "multipart/form-data; boundary=XX"
    private static let body = """
        --XX\r
        Content-Disposition: form-data; name="csrf"\r
        \r
        token\r
        --XX\r
        Content-Disposition: form-data; name="file"; filename="a b.xml"\r
        Content-Type: text/xml\r
        \r
        one\r
        --X two\r
        \r
        --XX\r
        Content-Disposition: form-data; name="zone"\r
        \r
        UTC\r
        --XX--\r

        """

    private func events(_ bytes: [UInt8], inBlocksOf size: Int) throws -> [MultipartParser.Event] {
        var parser = try MultipartParser(contentType: Self.type)
        var events: [MultipartParser.Event] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            events += try parser.append(Array(bytes[start..<min(start + size, bytes.count)]))
        }
        return events
    }

    @Test(arguments: [1, 2, 3, 7, 64, 4096])
    func `fields and the bytes of a file are the same for blocks of any size`(size: Int) throws {
        let events = try events(Array(Self.body.utf8), inBlocksOf: size)

        var file: [UInt8] = []
        for case .bytes(let bytes) in events { file += bytes }
        let others = events.filter { if case .bytes = $0 { false } else { true } }
        #expect(String(decoding: file, as: UTF8.self) == "one\r\n--X two\r\n")
        #expect(
            others == [
                .field(name: "csrf", value: "token"), .file(name: "a b.xml"), .fileEnd,
                .field(name: "zone", value: "UTC"),
            ])
    }

    @Test func `the name of a file may have semicolons`() throws {
        let disposition = "form-data; name=\"file\"; filename=\"a; name=b;c.xml\""
        let body = "--XX\r\nContent-Disposition: \(disposition)\r\n\r\nx\r\n--XX--\r\n"

        let events = try events(Array(body.utf8), inBlocksOf: 1000)

        #expect(events == [.file(name: "a; name=b;c.xml"), .bytes(Array("x".utf8)), .fileEnd])
    }

    @Test(arguments: ["", "text/plain", "multipart/form-data", "multipart/form-data; boundary="])
    func `a body of another type is rejected`(type: String) {
        #expect(throws: Status.self) { try MultipartParser(contentType: type) }
    }

    @Test func `a form with more than 64 parts is rejected`() {
        let part = "--XX\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n"
        let form = { Array((String(repeating: part, count: $0) + "--XX--\r\n").utf8) }
        #expect(throws: Never.self) { try events(form(64), inBlocksOf: 100) }
        #expect(throws: Status.self) { try events(form(65), inBlocksOf: 100) }
    }

    @Test func `bytes that are not of this form are rejected`() {
        #expect(throws: Status.self) { try events(Array("nonsense nonsense".utf8), inBlocksOf: 5) }
        #expect(throws: Status.self) {
            try events(Array("--XX\r\nX-Other: 1\r\n\r\n".utf8), inBlocksOf: 100)
        }
    }
}
