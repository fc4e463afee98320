import Contracts
import HTTPTypes
import HostFiles
import Hummingbird
import Logging
import NIOCore
import RPC
import Synchronization
import Texts
import WebPages

/// Pages and forms.
extension WebServer {
    private static let formLimit = 256 << 10

    private var shell: Shell { Shell(assets: assets.path, prefix: settings.prefix) }

    /// Answers a request for a page or to a form, from the kept pages where their data is unchanged.
    func answer(_ request: Request, _ context: Context, _ route: WebRoute) async -> Response {
        guard let session = session(of: request) else {
            return route.method == .get
                ? redirect(to: "/login") : signedOut(request)
        }
        let visitor = visitor(request)
        do {
            // The changes of a page depend on what the script has, so that they have no entity tag.
            let tag = Self.knownTags(request) == nil ? try await entityTag(of: route, visitor) : nil
            if let tag, request.headers[.ifNoneMatch] == tag {
                return Response(status: .notModified, headers: Self.pageHeaders(tag: tag))
            }
            let key = tag.map { tag in
                PageCache.Key(
                    address: request.uri.string, tag: tag,
                    isCompressed: Gzip.isAccepted(by: request.headers[.acceptEncoding]))
            }
            if let key, let response = pages.response(key) { return response }
            let isComplete = Atomic(true)
            let form = route.method == .post ? try await form(request) : [:]
            guard route.method == .get || form["csrf"] == session.formToken else {
                throw Status.foreignForm
            }
            let page = webRequest(request, context, route, form, visitor) {
                isComplete.store(false, ordering: .relaxed)
            }
            let reply = try await TextLocale.$current.withValue(visitor.locale) {
                try await route.handle(page)
            }
            switch reply {
            case .page(let page):
                // A page with a failure, and one that is shown once, is read again the next time.
                let isLasting =
                    page.status == 200 && page.celebration.isEmpty
                    && isComplete.load(ordering: .relaxed)
                let response = html(
                    page, request, HTTPResponse.Status(code: page.status),
                    tag: isLasting ? tag : nil, for: visitor)
                if let key, isLasting { pages.store(response, as: key) }
                return response
            case .redirect(let path): return redirect(to: path)
            case .document(let type, let bytes):
                return Response(
                    document: bytes, [.contentType: type, .cacheControl: "private, no-cache"],
                    for: request)
            }
        } catch let failure {
            return error(Status(describing: failure), request, session)
        }
    }

    /// The request for the handler of a route. `onFailure` is called for each part of the page that cannot be
    /// read, after which the failure is logged.
    private func webRequest(
        _ request: Request, _ context: Context, _ route: WebRoute, _ form: [String: String],
        _ visitor: Visitor, onFailure: @escaping @Sendable () -> Void
    ) -> WebRequest {
        WebRequest(
            path: request.uri.path,
            parameters: Dictionary(
                context.parameters.map { (String($0.key), String($0.value)) }
            ) { $1 },
            query: FormBody.fields(request.uri.query ?? ""), form: form,
            visitor: visitor, client: bus,
            reportFailure: { part, status in
                onFailure()
                let fields: Logger.Metadata = [
                    "code": "\(status.code.name)", "profile": "\(visitor.profile)",
                ]
                logger.warning(
                    "A part of \(route.path) could not be read: \(part)", metadata: fields)
                // A message can name an activity.
                logger.debug("The part \(part): \(status.message)", metadata: fields)
            })
    }

    func form(_ request: Request) async throws -> [String: String] {
        do {
            let body = try await request.body.collect(upTo: Self.formLimit)
            return FormBody.fields(String(buffer: body))
        } catch is NIOTooManyBytesError {
            throw Status(
                .invalidArgument, "The form has more than \(Self.formLimit >> 10) KiB.",
                hint: "Send less text.")
        }
    }

    func html(
        _ page: Page, _ request: Request, _ status: HTTPResponse.Status, tag: String? = nil,
        for known: Visitor? = nil
    ) -> Response {
        let visitor = known ?? self.visitor(request)
        var headers = Self.pageHeaders(tag: tag)
        let bytes: [UInt8]
        if let tags = Self.knownTags(request) {
            headers[.cacheControl] = "no-store"
            bytes = shell.changes(of: page, for: visitor, without: tags)
        } else {
            bytes = shell.document(of: page, for: visitor)
        }
        return Response(
            status, headers, bytes, gzip: { Gzip.page(bytes) }, for: request)
    }

    private static let tagsField = HTTPField.Name("Dayline-Tags")

    /// The tags of the elements that a script has; nil: the request is for a whole page.
    private static func knownTags(_ request: Request) -> Set<MarkupTag>? {
        tagsField.flatMap { request.headers[$0] }.map(MarkupTag.all)
    }

    private static func pageHeaders(tag: String?) -> HTTPFields {
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .cacheControl: "private, no-cache",
        ]
        headers[.eTag] = tag
        return headers
    }

    /// The version of the data at the time of the request, the latest event, and what else a page depends
    /// on: the minute, the visitor and this program. Nil for a form.
    private func entityTag(of route: WebRoute, _ visitor: Visitor) async throws -> String? {
        // The settings show sessions, which are not in the change log.
        guard route.method == .get, !route.path.hasPrefix("/settings") else { return nil }
        let version = try await version(of: visitor.profile)
        let reader = stableHash(
            visitor.formToken + visitor.language + (visitor.theme?.rawValue ?? ""),
            seed: stableHash(assets.hash))
        let notice = visitor.notice.map { stableHash($0).hexDigits } ?? ""
        let event = (visitor.eventPosition ?? "") + notice
        return "W/\"\(version)-\(event)-\(now() / 60)-\(reader.hexDigits)\""
    }

    /// A text that differs after every change of the profile.
    private func version(of profile: String) async throws -> String {
        if let count = changes?.count { return count.hexDigits }
        let since = try await bus.call(
            Changes.since, .init(number: 0, limit: 1), CallOptions(profile: profile))
        return "\(since.latest)"
    }
}
