import Contracts
import HTTPTypes
import Hummingbird
import NIOCore
import RPC
import Uploads
import WebPages

/// The parts of a file that scripts send one after another, so that a broken upload continues.
///
/// - POST `/import/uploads`, a form with `name` and `bytes`: begins an upload.
/// - GET `/import/uploads/:id`: the number of bytes received.
/// - POST `/import/uploads/:id?offset=N`, with the bytes as its body: continues it.
/// - POST `/import/start`, a form with `upload`, `name` and the options of an import: imports it.
///
/// The first three answer with the handle and the number of bytes as JSON.
extension WebServer {
    /// The header with the token of the session, in requests whose body is not a form.
    private static let tokenHeader = HTTPField.Name("X-Dayline-Form")

    func addUploadRoutes(to router: Hummingbird.Router<Context>) {
        router.post("/import/uploads") { request, _ in
            await answer(request) { session in
                let form = try await form(request, session)
                return try await begin(form, session)
            }
        }
        router.get("/import/uploads/:id") { request, context in
            await answer(request) { _ in
                let id = context.parameters.get("id") ?? ""
                return try Response.json(try spool.uploaded(id))
            }
        }
        router.post("/import/uploads/:id") { request, context in
            let id = context.parameters.get("id") ?? ""
            return await answer(request) { session in
                guard let name = Self.tokenHeader, request.headers[name] == session.formToken else {
                    throw Status.foreignForm
                }
                return try await append(request, to: id, session)
            }
        }
        router.post("/import/start") { request, _ in
            await answer(request) { session in
                let form = try await form(request, session)
                let path = try await importUpload(session).run(
                    ImportUpload.request(
                        form, upload: form["upload"] ?? "", name: form["name"] ?? ""))
                return redirect(to: path)
            }
        }
    }

    private func answer(
        _ request: Request, _ respond: (Sessions.Session) async throws -> Response
    ) async -> Response {
        guard let session = session(of: request) else { return signedOut(request) }
        do {
            return try await respond(session)
        } catch let failure {
            return error(Status(describing: failure), request, session)
        }
    }

    func importUpload(_ session: Sessions.Session) -> ImportUpload {
        ImportUpload(
            bus: bus, spool: spool, profile: session.profile, formToken: session.formToken)
    }

    private func form(
        _ request: Request, _ session: Sessions.Session
    ) async throws -> [String: String] {
        let form = try await form(request)
        guard form["csrf"] == session.formToken else { throw Status.foreignForm }
        return form
    }

    private func begin(
        _ form: [String: String], _ session: Sessions.Session
    ) async throws -> Response {
        let upload = Imports.UploadRequest(
            name: form["name"] ?? "", bytes: form["bytes"].flatMap { Int64($0) },
            isResumable: true)
        return try Response.json(try await importUpload(session).store(upload) { _ in })
    }

    /// Appends the body to the upload. The bytes that arrive remain if the connection is lost.
    private func append(
        _ request: Request, to id: String, _ session: Sessions.Session
    ) async throws -> Response {
        guard
            let offset = FormBody.fields(request.uri.query ?? "")["offset"].flatMap({ Int64($0) }),
            offset >= 0
        else {
            throw Status(
                .invalidArgument, "The request has no offset.", hint: "Add ?offset=0 to its path.")
        }
        let upload = Imports.UploadRequest(
            name: "", bytes: nil, isResumable: true, upload: id, offset: offset)
        let uploaded = try await importUpload(session).store(upload) { file in
            for try await buffer in request.body {
                try buffer.withUnsafeReadableBytes { try file.append($0) }
            }
        }
        return try Response.json(uploaded)
    }
}
