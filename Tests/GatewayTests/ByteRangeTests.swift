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
}
