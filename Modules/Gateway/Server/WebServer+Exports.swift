import Contracts
import HTTPTypes
import Hummingbird
import NIOCore
import RPC
import TrackerDocuments
import WebPages

/// GET `/export/NAME`: a file with records of the profile, for a signed-in browser or a token of the scope
/// `read`. Files of the tracker are sent while the tracker writes them, tables when they are complete.
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
            return Response(
                status: .ok,
                headers: [
                    .contentType: download.mediaType, .cacheControl: "private, no-store",
                    .contentSecurityPolicy: Self.downloadPolicy,
                    .contentDisposition: Self.attachment(
                        named: download.fileName(of: caller.profile)),
                ],
                body: try await body(of: download.content, for: caller.profile, context))
        } catch let failure {
            return error(Status(describing: failure), request, session(of: request))
        }
    }

    /// - Throws: The reason of an export that fails before its first byte.
    private func body(
        of content: Download.Content, for profile: String, _ context: Context
    ) async throws -> ResponseBody {
        switch content {
        case .document(let request):
            return try await streamBody(Documents.export, request, profile)
        case .outbox(let request):
            return try await streamBody(HealthLinks.outbox, request, profile)
        case .database:
            let file = try await context.whileConnected {
                try await tableExports.database(of: profile, bus, in: spool)
            }
            return Self.body(of: file)
        case .tables:
            let files = try await context.whileConnected {
                try await tableExports.files(of: profile, bus, in: spool)
            }
            return try Self.archiveBody(of: files)
        }
    }

    /// The file in the column `data` of the items of a method, sent while they arrive.
    private func streamBody<Request: WireValue & Encodable>(
        _ method: StreamMethod<Request, Packet<Empty>, Documents.ExportResponse>,
        _ request: Request, _ profile: String
    ) async throws -> ResponseBody {
        let call = OutgoingCall(
            name: method.name, kind: .serverStream,
            content: WireContent(body: try JSONBody.encode(request)),
            options: CallOptions(deadline: .after(Self.exportTimeout), profile: profile),
            isRepeatable: true)
        let stream = APIStream(call, bus.transport)
        // A call that fails at once is answered with its reason instead of a file.
        let first = try await stream.next()
        return ResponseBody { writer in
            var message = first
            while case .item(let content)? = message {
                let data = try content.columns.column("data", .bytes)
                try await writer.write(ByteBuffer(bytes: data.array(of: UInt8.self)))
                message = try await stream.next()
            }
            try await writer.finish(nil)
        }
    }

    private static func body(of file: ExportedFile) -> ResponseBody {
        ResponseBody(contentLength: file.size) { writer in
            while let piece = try file.next() {
                try await writer.write(ByteBuffer(bytes: piece))
            }
            try await writer.finish(nil)
        }
    }

    /// The files as a zip archive.
    /// - Throws: RESOURCE_EXHAUSTED if the files are too large for one.
    private static func archiveBody(
        of files: [(name: String, file: ExportedFile)]
    ) throws(Status) -> ResponseBody {
        let size = files.reduce(0) { $0 + UInt64($1.file.size) }
        guard size < ZipArchiveWriter.byteLimit else {
            throw Status(
                .resourceExhausted, "The tables are larger than 4 GiB, the limit of a zip file.",
                hint: "Download the SQLite database.")
        }
        return ResponseBody { writer in
            var archive = ZipArchiveWriter()
            for (name, file) in files {
                try await writer.write(ByteBuffer(bytes: archive.begin(name)))
                while let piece = try file.next() {
                    archive.append(piece)
                    try await writer.write(ByteBuffer(bytes: piece))
                }
                try await writer.write(ByteBuffer(bytes: archive.end()))
            }
            try await writer.write(ByteBuffer(bytes: archive.directory()))
            try await writer.finish(nil)
        }
    }
}
