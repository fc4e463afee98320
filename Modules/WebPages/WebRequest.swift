package import CivilTime
package import RPC
package import Texts

/// A request for a page, without its transport.
package struct WebRequest: Sendable {
    /// The path as sent, without its query; empty: unknown.
    package var path: String
    /// The values of the placeholders in the path of the route.
    package var parameters: [String: String]
    package var query: [String: String]
    /// The fields of a posted form; empty for GET.
    package var form: [String: String]
    package var visitor: Visitor
    /// A client of the bus.
    package var client: Client
    /// Logs the failure of one part of a page, by the name of the part.
    package var reportFailure: @Sendable (_ part: String, Status) -> Void

    package init(
        path: String = "", parameters: [String: String], query: [String: String],
        form: [String: String],
        visitor: Visitor, client: Client,
        reportFailure: @escaping @Sendable (_ part: String, Status) -> Void = { _, _ in }
    ) {
        self.path = path
        self.parameters = parameters
        self.query = query
        self.form = form
        self.visitor = visitor
        self.client = client
        self.reportFailure = reportFailure
    }

    package static let timeout = Duration.seconds(5)

    /// Calls a method as the profile of the visitor.
    package func call<Request, Reply>(
        _ method: RPC.Method<Request, Reply>, _ request: Request,
        timeout: Duration = Self.timeout
    ) async throws(Status) -> Reply {
        var options = CallOptions(deadline: .after(timeout), profile: visitor.profile)
        // A form that is sent twice changes data once.
        if let key = form["key"], !key.isEmpty { options.idempotencyKey = key }
        return try await client.call(method, request, options)
    }

    /// The data of one part of a page. A failure is reported and leaves the other parts complete.
    package func part<Value>(
        _ name: String, _ read: () async throws(Status) -> Value
    ) async -> Result<Value, Status> {
        do {
            return .success(try await read())
        } catch {
            reportFailure(name, error)
            return .failure(error)
        }
    }

    /// A required field of the form.
    package func field(_ name: String) throws(Status) -> String {
        guard let value = form[name], !value.isEmpty else {
            throw Status(.invalidArgument, "The form has no field \"\(name)\".")
        }
        return value
    }

    /// The day in the path or the query; nil if it is absent.
    package func day(_ name: String) throws(Status) -> CivilDate? {
        guard let text = parameters[name] ?? query[name], !text.isEmpty else { return nil }
        guard let day = CivilDate(text) else {
            throw Status(
                .invalidArgument, "\"\(text)\" is not a day.", hint: "Write days as 2026-11-22.")
        }
        return day
    }
}

/// The person behind a request, as the session knows them.
package struct Visitor: Sendable {
    package var profile: String
    /// The identifier of the login session; nil: none.
    package var session: String?
    /// The token that every form of the session carries.
    package var formToken: String
    /// The languages that the browser accepts, as it sends them.
    package let language: String
    /// The conventions of the first of them that is known.
    package let locale: TextLocale
    /// The profiles that the session can change to, and its own; empty: only its own.
    package var profiles: [String]
    /// True if the session may add profiles.
    package var canAddProfiles = false
    /// The position in the stream of events at the time of the request; nil: the page has no stream.
    package var eventPosition: String?
    /// A sentence about all data, such as its time on a replica; nil: none.
    package var notice: String?
    /// The theme that the browser has chosen; nil: that of its system.
    package var theme: Theme?

    package init(
        profile: String, session: String? = nil, formToken: String, language: String,
        profiles: [String] = [],
        eventPosition: String? = nil, notice: String? = nil, theme: Theme? = nil
    ) {
        self.profile = profile
        self.session = session
        self.formToken = formToken
        self.language = language
        locale = TextLocale(acceptLanguage: language) ?? .fallback
        self.profiles = profiles
        self.eventPosition = eventPosition
        self.notice = notice
        self.theme = theme
    }
}

/// The answer to a request.
package enum WebReply: Sendable {
    case page(Page)
    /// Leads to another path, after a form was posted.
    case redirect(String)
    /// A document, such as a picture to download.
    case document(type: String, bytes: [UInt8])
}

/// A handler of one path.
package struct WebRoute: Sendable {
    package enum Method: String, Sendable { case get = "GET", post = "POST" }

    package let method: Method
    /// Such as `/day/:date/log`.
    package let path: String
    package let handle: @Sendable (WebRequest) async throws -> WebReply

    package init(
        _ method: Method, _ path: String,
        _ handle: @escaping @Sendable (WebRequest) async throws -> WebReply
    ) {
        self.method = method
        self.path = path
        self.handle = handle
    }
}
