import Contracts
import HTTPTypes
import Hummingbird
import NIOCore
import RPC
import WebPages

/// GET `/export/NAME`: a file with records of the profile, for a signed-in browser or a token of the scope
/// `read`. The file is sent while the tracker writes it.
extension WebServer {
    private static let exportTimeout = Duration.seconds(6 * 3600)

    func export(_ request: Request, _ context: Context) async -> Response {
        do {
            let caller = try downloadCaller(of: request)
            try caller.require(.read, for: "An export")
            let name = context.parameters.get("name") ?? ""
            guard let download = Download(rawValue: name) else {
                throw Status(
                    .notFound, "There is no export \"\(name)\".",
                    hint: "Use one of: "
                        + Download.allCases.map(\.rawValue).joined(separator: ", ") + ".")
            }
            let call = OutgoingCall(
                name: Documents.export.name, kind: .serverStream,
                content: WireContent(body: try JSONBody.encode(download.request)),
                options: CallOptions(
                    deadline: .after(Self.exportTimeout), profile: caller.profile),
                isRepeatable: true)
            let stream = APIStream(call, bus.transport)
            // A call that fails at once is answered with its reason instead of a file.
            let first = try await stream.next()
            return Response(
                status: .ok,
                headers: [
                    .contentType: download.mediaType, .cacheControl: "private, no-store",
                    .contentSecurityPolicy: Self.downloadPolicy,
                    .contentDisposition: Self.attachment(
                        named: download.fileName(of: caller.profile)),
                ],
                body: ResponseBody { writer in
                    var message = first
                    while case .item(let content)? = message {
                        let data = try content.columns.column("data", .bytes)
                        try await writer.write(ByteBuffer(bytes: data.array(of: UInt8.self)))
                        message = try await stream.next()
                    }
                    try await writer.finish(nil)
                })
        } catch let failure {
            return error(Status(describing: failure), request, session(of: request))
        }
    }
}
