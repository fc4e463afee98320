import Contracts
import HTTPTypes
import Hummingbird
import NIOCore
import RPC
import Synchronization
import WebPages

/// The upload and the files of photos.
extension WebServer {
    /// A picture is shown by pages and never a document with rights of this site.
    private static let filePolicy = "sandbox; default-src 'none'"
    private static let fileTimeout = Duration.seconds(60)

    func addPhoto(_ request: Request) async throws -> Response {
        guard let session = session(of: request) else { return signedOut(request) }
        let upload = PhotoUpload(
            bus: bus, profile: session.profile, formToken: session.formToken)
        let outcome = await upload.receive(request)
        switch outcome.result {
        case .success(let photo): return redirect(to: PhotoRoutes.path(after: photo))
        case .failure(let problem):
            let visitor = visitor(request)
            let list = WebRequest(
                parameters: [:], query: [:], form: outcome.fields, visitor: visitor, client: bus)
            let page = try await PhotoRoutes.list(list, problem: problem)
            return html(
                page, request, HTTPResponse.Status(code: page.status), for: visitor)
        }
    }

    /// A photo of the visitor's profile, or a smaller picture of the photo.
    func photoFile(_ request: Request, _ context: Context) async -> Response {
        guard let session = session(of: request) else { return signedOut(request) }
        guard
            let size = context.parameters.get("size").flatMap({
                PhotoFiles.Size(rawValue: $0)
            })
        else { return Response(status: .notFound) }
        do {
            let photo = try await PhotoRoutes.photo(
                WebRequest(
                    parameters: ["id": context.parameters.get("id") ?? ""], query: [:], form: [:],
                    visitor: visitor(request), client: bus))
            let name = PhotoName(photo.file)
            let isJPEG = size == .thumbnail || size == .screen && name?.isShownByBrowsers == false
            let type = isJPEG ? "image/jpeg" : name?.mediaType
            let tag = "\"\(photo.file.prefix(32))-\(size.rawValue)\""
            var headers: HTTPFields = [
                .contentType: type ?? "application/octet-stream", .eTag: tag,
                .cacheControl: "private, no-cache", .contentSecurityPolicy: Self.filePolicy,
            ]
            headers[.contentDisposition] = "inline"
            if request.headers[.ifNoneMatch]?.contains(tag) == true {
                return Response(status: .notModified, headers: headers)
            }
            return Response(
                file: try await bytes(of: photo, size, session.profile), headers, for: request)
        } catch let failure {
            return error(Status(describing: failure), request, session)
        }
    }

    private func bytes(
        of photo: Photo, _ size: PhotoFiles.Size, _ profile: String
    ) async throws -> [UInt8] {
        let collected = Mutex<[UInt8]>([])
        _ = try await bus.stream(
            PhotoFiles.read, PhotoFiles.ReadRequest(file: photo.file, size: size),
            CallOptions(deadline: .after(Self.fileTimeout), profile: profile)
        ) { piece in
            let data = try piece.columns.column("data", .bytes)
            collected.withLock { bytes in data.withUnsafeBytes { bytes += $0 } }
        }
        return collected.withLock { $0 }
    }
}
