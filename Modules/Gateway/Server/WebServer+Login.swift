import Contracts
import HTTPTypes
import Hummingbird
import RPC
import WebPages

/// Logging in by link, password or proxy, and logging out.
extension WebServer {
    private static let refreshHeader = HTTPField.Name("Refresh")

    /// The page of a login link: a browser that only previews the link does not use it.
    func loginPage(_ token: String, _ request: Request) -> Response {
        let isValid = links.isValid(token, now: now())
        let page = LoginPage(
            link: .init(token: token, isValid: isValid), password: passwordForm,
            hasPasskeys: hasPasskeys(request))
        return html(page.page, request, isValid ? .ok : .gone)
    }

    func login(_ token: String, _ request: Request) async throws -> Response {
        guard let login = links.use(token, now: now()) else {
            let page = LoginPage(
                link: .init(token: token, isValid: false), password: passwordForm,
                hasPasskeys: hasPasskeys(request))
            return html(page.page, request, .gone)
        }
        let all =
            login.isForAllProfiles ? try await bus.call(Profiles.list, Empty()).profiles : []
        return try await open(login.profile, profiles: all.map(\.name), request)
    }

    /// The page without a link. A person whom a trusted proxy names is logged in at once.
    func loginPage(_ request: Request) async throws -> Response {
        if let identity = request.identity, session(of: request) == nil,
            try await isProfile(identity)
        {
            guard request.isFromOtherSite else { return try await open(identity, request) }
            // The page loads itself again, with the cookie that browsers omit after a foreign link.
            var response = html(LoginPage(password: passwordForm).page, request, .ok)
            if let refresh = Self.refreshHeader { response.headers[refresh] = "0" }
            return response
        }
        // Without a session, a known identity was signed in above.
        let unknown = session(of: request) == nil ? request.identity : nil
        return html(
            LoginPage(
                password: passwordForm, hasPasskeys: hasPasskeys(request), unknownIdentity: unknown
            ).page, request, .ok)
    }

    func loginWithPassword(_ request: Request) async throws -> Response {
        let form = try await form(request)
        let wait = throttle.begin(request.client, now: now())
        guard wait == 0 else {
            let failure = Self.tooManyAttempts(wait)
            var response = refusal(failure.status, form, request, failure.code)
            response.headers.append(contentsOf: failure.headers)
            return response
        }
        let profile = form["profile"] ?? passwords.onlyProfile ?? ""
        guard try await passwords.isValid(form["password"] ?? "", of: profile) else {
            return refusal(
                Status(
                    .permissionDenied,
                    passwordForm == .named
                        ? "The profile or the password is wrong." : "The password is wrong."),
                form, request, .unprocessableContent)
        }
        throttle.succeed(request.client)
        return try await open(profile, request)
    }

    func logout(_ request: Request) async throws -> Response {
        let form = try await form(request)
        if let session = session(of: request), form["csrf"] == session.formToken {
            try sessions.end(session.id, of: session.profile)
        }
        var response = redirect(to: "/login")
        response.headers[.setCookie] = cookie(for: request).removal
        return response
    }

    /// Opens a session of a profile for the browser of a request. `profiles` are those that it can change
    /// to.
    func open(
        _ profile: String, profiles: [String] = [], _ request: Request
    ) async throws -> Response {
        let token = try sessions.open(
            for: profile, profiles: profiles, device: request.headers[.userAgent] ?? "", now: now())
        await bindAccess()
        var response = redirect(to: await firstPath(of: profile))
        response.headers[.setCookie] = cookie(for: request).text(token)
        return response
    }

    /// The page after a login: the first steps for a profile without activities and health data.
    private func firstPath(of profile: String) async -> String {
        let profiles = try? await bus.call(
            Profiles.list, Empty(), CallOptions(deadline: .after(WebRequest.timeout))
        ).profiles
        guard let found = profiles?.first(where: { $0.name == profile }) else { return "/" }
        return found.activities == 0 && found.samples == 0 ? "/welcome" : "/"
    }

    /// The response, with a new cookie if that of the request is to be replaced.
    func rotatingCookie(_ response: Response, _ request: Request) -> Response {
        guard let old = request.cookies[SessionCookie.name],
            let token = sessions.rotate(old.value, now: now())
        else { return response }
        var response = response
        response.headers[.setCookie] = cookie(for: request).text(token)
        return response
    }

    /// The failure of an attempt that comes too early. `wait` is in seconds.
    static func tooManyAttempts(_ wait: Int64) -> APIFailure {
        APIFailure(
            code: .tooManyRequests,
            status: Status(
                .resourceExhausted, "There were too many attempts.",
                hint: "Try again in \(text(ofSeconds: wait))."),
            headers: [.retryAfter: "\(wait)"])
    }

    func cookie(for request: Request) -> SessionCookie {
        SessionCookie(prefix: settings.prefix, isSecure: request.isSecure)
    }

    private var passwordForm: LoginPage.PasswordForm {
        switch passwords.profiles.count {
        case 0: .absent
        case 1: .single
        default: .named
        }
    }

    private func isProfile(_ name: String) async throws -> Bool {
        try await bus.call(Profiles.list, Empty()).profiles.contains { $0.name == name }
    }

    private func refusal(
        _ problem: Status, _ form: [String: String], _ request: Request,
        _ status: HTTPResponse.Status
    ) -> Response {
        let page = LoginPage(
            password: passwordForm, hasPasskeys: hasPasskeys(request),
            profile: form["profile"] ?? "", problem: problem)
        return html(page.page, request, status)
    }

    private static func text(ofSeconds seconds: Int64) -> String {
        switch seconds {
        case 1: "1 second"
        case ..<120: "\(seconds) seconds"
        default: "\((seconds + 59) / 60) minutes"
        }
    }
}
