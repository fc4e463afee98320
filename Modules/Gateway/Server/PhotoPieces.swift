import Contracts
import HTTPTypes
import Hummingbird
import NIOCore
import RPC

/// A picture that is read in pieces, so that only some of them are in memory.
struct PhotoPieces: Sendable {
    private let stream: APIStream
    private let first: [UInt8]

    /// Time for a slow client to receive the largest photo.
    private static let timeout = Duration.seconds(3600)

    /// Begins to read a picture.
    /// - Throws: NOT_FOUND if there is no such photo.
    init(_ request: PhotoFiles.ReadRequest, of profile: String, _ bus: Client) async throws {
        let call = OutgoingCall(
            name: PhotoFiles.read.name, kind: .serverStream,
            content: WireContent(body: try JSONBody.encode(request)),
            options: CallOptions(deadline: .after(Self.timeout), profile: profile),
            isRepeatable: true)
        stream = APIStream(call, bus.transport)
        first = try await Self.next(of: stream) ?? []
    }

    private static func next(of stream: APIStream) async throws -> [UInt8]? {
        guard case .item(let content)? = try await stream.next() else { return nil }
        return try content.columns.column("data", .bytes).array(of: UInt8.self)
    }

    /// The picture, or the part of it that the request asks for. A picture of several pieces is sent while it
    /// is read; for a part it is read first, because its length is not known before.
    func response(_ headers: HTTPFields, for request: Request) async throws -> Response {
        // Only the last piece is shorter.
        if first.count < PhotoFiles.pieceLimit {
            return Response(file: first, headers, for: request)
        }
        guard request.headers[.range] == nil else {
            var bytes = first
            while let piece = try await Self.next(of: stream) { bytes += piece }
            return Response(file: bytes, headers, for: request)
        }
        var headers = headers
        headers[.acceptRanges] = "bytes"
        let body = ResponseBody { [stream, first] writer in
            try await writer.write(ByteBuffer(bytes: first))
            while let piece = try await Self.next(of: stream) {
                try await writer.write(ByteBuffer(bytes: piece))
            }
            try await writer.finish(nil)
        }
        return Response(status: .ok, headers: headers, body: body)
    }
}
