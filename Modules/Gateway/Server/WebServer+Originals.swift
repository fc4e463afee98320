import Contracts
import HTTPTypes
import Hummingbird
import NIOCore
import RPC

/// GET `/import/ID/file`: the stored file of an import, for a signed-in browser or a token of the scope
/// `read`. The file is sent while it is read, and in parts for requests with a range.
extension WebServer {
    private static let originalTimeout = Duration.seconds(6 * 3600)
    /// A file of another program is never a document with rights of this site.
    static let downloadPolicy = "sandbox; default-src 'none'"

    func original(_ request: Request, _ context: Context) async -> Response {
        do {
            let caller = try downloadCaller(of: request)
            try caller.require(.read, for: "The file of an import")
            let id = Int64(context.parameters.get("id") ?? "") ?? 0
            let report = try await bus.call(
                ImportLog.get, ImportLog.ImportRequest(id: id),
                CallOptions(profile: caller.profile)
            ).report
            guard let length = report.originalBytes.flatMap({ Int(exactly: $0) }) else {
                throw Status(
                    .notFound, "The file of import \(id) is not stored.",
                    hint: "Store the files of later imports with: dayline settings set "
                        + "\(Settings.originals) on")
            }
            // The file of an import never changes.
            let tag = "\"\(id)-\(length)\""
            let headers: HTTPFields = [
                .contentType: "application/octet-stream", .eTag: tag,
                .cacheControl: "private, no-cache", .contentSecurityPolicy: Self.downloadPolicy,
                .contentDisposition: Self.attachment(named: report.file),
            ]
            if request.headers[.ifNoneMatch]?.contains(tag) == true {
                return Response(status: .notModified, headers: headers)
            }
            return Response(fileOf: length, headers, for: request) { part in
                originalBody(of: id, part, profile: caller.profile)
            }
        } catch let failure {
            return error(Status(describing: failure), request, session(of: request))
        }
    }

    func downloadCaller(of request: Request) throws(Status) -> APICaller {
        if let token = try tokens.token(of: request, now: now()) { return APICaller(token: token) }
        guard let session = session(of: request) else {
            throw Status(
                .unauthenticated, "The request has no session and no token.",
                hint: "Sign in, or send the header \"Authorization: Bearer TOKEN\".")
        }
        return APICaller(session: session)
    }

    /// Bytes of the file of an import. The call ends when the last one is sent or the client has gone.
    private func originalBody(
        of id: Int64, _ part: Range<Int>, profile: String
    ) -> ResponseBody {
        ResponseBody(contentLength: part.count) { writer in
            let call = OutgoingCall(
                name: Originals.read.name, kind: .serverStream,
                content: WireContent(body: try JSONBody.encode(ImportLog.ImportRequest(id: id))),
                options: CallOptions(deadline: .after(Self.originalTimeout), profile: profile),
                isRepeatable: true)
            let stream = APIStream(call, bus.transport)
            var position = 0
            while position < part.upperBound, case .item(let content)? = try await stream.next() {
                let data = try content.columns.column("data", .bytes).array(of: UInt8.self)
                let sent = part.clamped(to: position..<position + data.count)
                if !sent.isEmpty {
                    let bytes = data[sent.lowerBound - position..<sent.upperBound - position]
                    try await writer.write(ByteBuffer(bytes: bytes))
                }
                position += data.count
            }
            guard position >= part.upperBound else {
                throw Status(.dataLoss, "The file of import \(id) ended early.")
            }
            try await writer.finish(nil)
        }
    }

    /// The header for a download with a name of any characters (RFC 6266 and RFC 8187).
    static func attachment(named name: String) -> String {
        let encoded = name.utf8.map { byte -> String in
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "-"), UInt8(ascii: "."),
                UInt8(ascii: "_"):
                String(UnicodeScalar(byte))
            default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
            }
        }
        return "attachment; filename*=UTF-8''\(encoded.joined())"
    }
}
