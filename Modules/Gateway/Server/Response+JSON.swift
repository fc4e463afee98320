import HTTPTypes
import Hummingbird
import NIOCore
import RPC

extension Response {
    /// A JSON document that no cache stores.
    static func json(_ document: Bytes) -> Response {
        Response(
            status: .ok, headers: [.contentType: "application/json", .cacheControl: "no-store"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: document.array(of: UInt8.self))))
    }

    /// A JSON document that no cache stores, in gzip if it is long and the client accepts it.
    static func json(_ document: Bytes, for request: Request) -> Response {
        let bytes = document.array(of: UInt8.self)
        let type = "application/json"
        return Response(
            .ok, [.contentType: type, .cacheControl: "no-store"], bytes,
            gzip: { Gzip.isUseful(bytes, as: type) ? Gzip.page(bytes) : nil }, for: request)
    }

    /// A value as a JSON document that no cache stores.
    static func json(_ value: some Encodable) throws -> Response {
        json(try JSONBody.encode(value))
    }
}
