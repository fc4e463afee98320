import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// An answer in gzip if the browser accepts it.
    ///
    /// - Parameters:
    ///   - bytes: The body.
    ///   - gzip: The compressed body; nil if it is not shorter.
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
