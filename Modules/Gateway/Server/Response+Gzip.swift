import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An answer with a body; `gzip` is the compressed body, which is sent if the browser accepts it and
    /// it is not nil.
    init(
        _ status: HTTPResponse.Status, _ headers: HTTPFields, _ bytes: [UInt8],
        gzip: () -> [UInt8]?, for request: Request
    ) {
        var headers = headers
        headers[.vary] = "Accept-Encoding"
        var body = bytes
        if Gzip.isAccepted(by: request.headers[.acceptEncoding]), let compressed = gzip() {
            headers[.contentEncoding] = "gzip"
            body = compressed
        }
        self.init(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}
