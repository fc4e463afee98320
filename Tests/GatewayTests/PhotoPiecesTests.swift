import Contracts
import HTTPTypes
import Hummingbird
import NIOCore
import RPC
import Testing

@testable import Gateway

/// Photos that are sent to browsers in pieces.
@Suite struct PhotoPiecesTests {
    private static let small = [UInt8](repeating: 7, count: 1000)
    /// Two whole pieces and a shorter one.
    private static let large = (0..<PhotoFiles.pieceLimit * 2 + 5).map {
        UInt8(truncatingIfNeeded: $0)
    }
    private static let photos = ["small.jpg": small, "large.jpg": large]

    /// A bus with two photos.
    private static var bus: Client {
        Client(inProcess: Photos())
    }

    private struct Photos: Service {
        func register(on router: inout RPC.Router) {
            router.handle(PhotoFiles.read) { request, _, writer in
                guard let bytes = PhotoPiecesTests.photos[request.file] else {
                    throw Status(.notFound, "There is no such photo.")
                }
                for piece in PhotoFiles.pieces(of: bytes) {
                    try await writer.send(Packet(Empty(), columns: [Column("data", .bytes, piece)]))
                }
                return PhotoFiles.StoredPhoto(file: request.file, bytes: bytes.count)
            }
        }
    }

    private static func response(
        of file: String, _ headers: HTTPFields = [:]
    ) async throws -> (response: Response, bytes: [UInt8]) {
        let request = Request(
            head: HTTPRequest(
                method: .get, scheme: "http", authority: "a.example", path: "/photo",
                headerFields: headers),
            body: RequestBody(buffer: ByteBuffer()))
        let pieces = try await PhotoPieces(PhotoFiles.ReadRequest(file: file), of: "kim", bus)
        let response = try await pieces.response([.eTag: "\"1\""], for: request)
        let text = BodyText()
        try await response.body.write(text)
        return (response, text.bytes)
    }

    @Test func `a photo of one piece is sent with its length`() async throws {
        let (response, bytes) = try await Self.response(of: "small.jpg")

        #expect(response.body.contentLength == 1000)
        #expect(bytes == Self.small)
    }

    @Test func `a photo of several pieces is sent while it is read`() async throws {
        let (response, bytes) = try await Self.response(of: "large.jpg")

        #expect(response.status == .ok && response.headers[.acceptRanges] == "bytes")
        #expect(response.body.contentLength == nil)
        #expect(bytes == Self.large)
    }

    @Test func `a range of a photo of several pieces is sent alone`() async throws {
        let start = PhotoFiles.pieceLimit - 2
        let (response, bytes) = try await Self.response(
            of: "large.jpg", [.range: "bytes=\(start)-\(start + 3)"])

        #expect(response.status == .partialContent)
        #expect(bytes == Array(Self.large[start...start + 3]))
    }

    @Test func `an unknown photo is refused before a response begins`() async {
        let error = await #expect(throws: (any Error).self) {
            try await PhotoPieces(PhotoFiles.ReadRequest(file: "other.jpg"), of: "kim", Self.bus)
        }
        #expect(error.map { Status(describing: $0).code } == .notFound)
    }
}
