import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import RPC
import Texts

/// Registration of passkeys and login with them. Requests are posted forms, responses JSON.
extension WebServer {
    private struct Location: Encodable {
        var location: String
    }

    func addPasskeyRoutes(to router: Hummingbird.Router<Context>) {
        router.post("/passkeys/login/options") { request, _ in
            await respond { try loginOptions(request) }
        }
        router.post("/passkeys/login") { request, _ in
            await respond { try await loginWithPasskey(request) }
        }
        router.post("/passkeys/options") { request, _ in
            await respond { try await creationOptions(request) }
        }
        router.post("/passkeys") { request, _ in await respond { try await addPasskey(request) } }
    }

    /// True if a browser can sign in with a passkey at the address of a request.
    func hasPasskeys(_ request: Request) -> Bool {
        (try? party(of: request)).map { passkeys.exists(for: $0) } ?? false
    }

    private func party(of request: Request) throws(Status) -> RelyingParty {
        let party = RelyingParty(
            authority: request.head.authority, isSecure: request.isSecure,
            publicAddress: settings.publicAddress)
        if let party { return party }
        throw Status(
            .failedPrecondition, "Browsers allow no passkeys at this address.",
            hint: settings.publicAddress.map { "Open the web app at \($0)." }
                ?? "Open the web app at localhost instead of 127.0.0.1, or set an address with a "
                + "name: dayline web settings --public-url URL")
    }

    // MARK: Login

    private func loginOptions(_ request: Request) throws -> Response {
        let party = try party(of: request)
        let cookie = Token()
        let challenge = challenges.create(for: .login(cookie: cookie.text), now: now())
        var response = try Response.json(PasskeyLoginOptions(challenge: challenge, party: party))
        response.headers[.setCookie] = self.cookie(for: request).attempt(cookie)
        return response
    }

    private func loginWithPasskey(_ request: Request) async throws -> Response {
        let form = try await form(request)
        let party = try party(of: request)
        let wait = throttle.begin(request.client, now: now())
        guard wait == 0 else { throw Self.tooManyAttempts(wait) }
        let verifier = PasskeyVerifier(
            party: party, challenges: challenges,
            attempt: .login(cookie: request.cookies[SessionCookie.attemptName]?.value ?? ""),
            now: now())
        let profile: String
        do {
            profile = try passkeys.use(form["id"] ?? "", for: party, now: now()) { key, counter in
                try verifier.login(
                    clientData: try Self.bytes(form, "clientData"),
                    authenticatorData: try Self.bytes(form, "authenticatorData"),
                    signature: try Self.bytes(form, "signature"), key: key, stored: counter)
            }
        } catch {
            logger.notice(
                "A login with a passkey was refused. \(Status(describing: error).message)")
            throw error
        }
        throttle.succeed(request.client)
        let opened = try await open(profile, request)
        var response = try Response.json(
            Location(location: opened.headers[.location] ?? "\(settings.prefix)/"))
        response.headers[.setCookie] = opened.headers[.setCookie]
        return response
    }

    // MARK: Registration

    /// The session of a posted form.
    /// - Throws: UNAUTHENTICATED, PERMISSION_DENIED.
    private func session(
        of request: Request, _ form: [String: String]
    ) throws(Status) -> Sessions.Session {
        guard let session = session(of: request) else {
            throw Status(
                .unauthenticated, "This browser is not signed in.", hint: "Load the page again.")
        }
        guard form["csrf"] == session.formToken else { throw Status.foreignForm }
        return session
    }

    private func creationOptions(_ request: Request) async throws -> Response {
        let form = try await form(request)
        let session = try session(of: request, form)
        let party = try party(of: request)
        try passkeys.validate(form["name"] ?? "", of: session.profile)
        let known = passkeys.list(of: session.profile).filter { $0.party == party.id }
        return try Response.json(
            PasskeyCreationOptions(
                challenge: challenges.create(for: .registration(session: session.id), now: now()),
                profile: session.profile, party: party, known: known.map(\.credential)))
    }

    private func addPasskey(_ request: Request) async throws -> Response {
        let form = try await form(request)
        let session = try session(of: request, form)
        let party = try party(of: request)
        let verifier = PasskeyVerifier(
            party: party, challenges: challenges, attempt: .registration(session: session.id),
            now: now())
        let (credential, counter) = try verifier.registration(
            clientData: try Self.bytes(form, "clientData"),
            attestation: try Self.bytes(form, "attestation"))
        try passkeys.add(
            Passkeys.Passkey(
                name: form["name"] ?? "", profile: session.profile, party: party.id,
                credential: Base64URL.text(credential.id),
                key: Base64URL.text(credential.key.bytes),
                counter: counter, created: now()))
        await bindAccess()
        return try Response.json(Location(location: "\(settings.prefix)/settings?done=passkey"))
    }

    // MARK: Forms and responses

    private static func bytes(
        _ form: [String: String], _ name: String
    ) throws(PasskeyFault) -> [UInt8] {
        guard let bytes = form[name].flatMap({ Base64URL.bytes($0) }) else { throw .malformed }
        return bytes
    }

    private func respond(_ body: () async throws -> Response) async -> Response {
        do {
            return try await body()
        } catch {
            return APIFailure.response(error)
        }
    }
}
