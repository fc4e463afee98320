import Hummingbird
import NIOCore
import Testing

@testable import Gateway

@Suite struct PageCacheTests {
    private func response(length: Int = 10) -> Response {
        Response(
            status: .ok,
            body: ResponseBody(byteBuffer: ByteBuffer(repeating: 0x61, count: length)))
    }

    private func key(_ address: String, tag: String = "1", isCompressed: Bool = true)
        -> PageCache.Key
    {
        PageCache.Key(address: address, tag: tag, isCompressed: isCompressed)
    }

    @Test func `a page is found for its address, tag and encoding only`() {
        let cache = PageCache()
        cache.store(response(), as: key("/"))

        #expect(cache.response(key("/"))?.body.contentLength == 10)
        #expect(cache.response(key("/day")) == nil)
        #expect(cache.response(key("/", tag: "2")) == nil)
        #expect(cache.response(key("/", isCompressed: false)) == nil)
    }

    @Test func `the oldest page is dropped, and long pages are not kept`() {
        let cache = PageCache()
        for number in 0...32 { cache.store(response(), as: key("/\(number)")) }
        cache.store(response(length: 1 << 20), as: key("/long"))

        #expect(cache.response(key("/0")) == nil)
        #expect(cache.response(key("/1")) != nil)
        #expect(cache.response(key("/32")) != nil)
        #expect(cache.response(key("/long")) == nil)
    }
}
