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

    /// A value as a JSON document that no cache stores.
    static func json(_ value: some Encodable) throws -> Response {
        json(try JSONBody.encode(value))
    }
}
