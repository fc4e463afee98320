import CivilTime
import Contracts
import RPC
import X509

/// The services of the gateway on the bus: login links, sessions, settings and passwords.
struct WebAccessService: Service {
    let links: LoginLinks
    let sessions: Sessions
    let settings: WebSettingsStore
    let passwords: Passwords
    let passkeys: Passkeys
    let tls: ServerTLS
    let bound: BoundAddress
    /// Seconds since 1970.
    let now: @Sendable () -> Int64
    /// Binds new credentials to their profiles.
    var bind: @Sendable () async -> Void = {}

    private static let addressTimeout = Duration.seconds(5)

    func register(on router: inout Router) {
        router.handle(WebAccess.newLink) { request, context in
            let address = try await address()
            let now = now()
            let login = LoginLinks.Login(
                profile: context.profile, isForAllProfiles: request.allProfiles ?? false)
            let token = links.create(for: login, now: now)
            await bind()
            return WebAccess.LinkResponse(
                address: address, url: "\(address)login/\(token.text)",
                expiresAt: instantText((now + LoginLinks.lifetime) * 1000))
        }
        router.handle(WebAccess.sessions) { _, context in
            WebAccess.SessionsResponse(
                sessions: sessions.list(of: context.profile).map { session in
                    WebAccess.Session(
                        id: session.id, device: session.device,
                        createdAt: instantText(session.created * 1000),
                        usedAt: instantText(session.used * 1000))
                })
        }
        router.handle(WebAccess.endSession) { request, context in
            try sessions.end(request.id, of: context.profile)
            return Empty()
        }
        router.handle(WebAccess.settings) { _, context in try await response(context.profile) }
        router.handle(WebAccess.changeSettings) { request, context in
            try await change(request)
            return try await response(context.profile)
        }
        router.handle(WebAccess.passkeys) { _, context in
            WebAccess.PasskeysResponse(
                passkeys: passkeys.list(of: context.profile).map { passkey in
                    WebAccess.Passkey(
                        name: passkey.name, site: passkey.party,
                        createdAt: instantText(passkey.created * 1000),
                        usedAt: passkey.used.map { instantText($0 * 1000) })
                })
        }
        router.handle(WebAccess.removePasskey) { request, context in
            try removePasskey(request.name, of: context.profile)
            return Empty()
        }
        router.handle(WebAccess.createCertificate) { request, _ in
            try await createCertificate(request)
        }
        router.handle(WebAccess.setPassword) { request, context in
            if request.password == nil {
                try settings.current.requireProtection(
                    hasCredential: !passkeys.isEmpty
                        || passwords.profiles.contains { $0 != context.profile })
            }
            let isReplaced = passwords.hasPassword(context.profile)
            try await passwords.set(request.password, of: context.profile)
            // A person who knew the old password may have a session.
            if isReplaced { try sessions.endAll(of: context.profile) }
            await bind()
            return Empty()
        }
    }

    /// True if a person can sign in without a link.
    var hasCredential: Bool { !passwords.profiles.isEmpty || !passkeys.isEmpty }

    private func removePasskey(_ name: String, of profile: String) throws {
        let others = passkeys.list(of: profile).contains { $0.name != name }
        try settings.current.requireProtection(
            hasCredential: !passwords.profiles.isEmpty || others
                || passkeys.exists(besides: profile))
        try passkeys.remove(name, of: profile)
    }

    private func change(_ request: WebAccess.SettingsRequest) async throws {
        let current = settings.current
        var message = current.message
        if let listen = request.listen {
            message.listen = listen.isEmpty ? "\(ListenAddress.standard)" : listen
        }
        if let text = request.publicURL { message.publicURL = text.isEmpty ? nil : text }
        if let prefix = request.prefix { message.prefix = prefix }
        if let proxies = request.trustedProxies { message.trustedProxies = proxies }
        if let name = request.identityHeader { message.identityHeader = name.isEmpty ? nil : name }
        if let path = request.certificate {
            message.certificate = path.isEmpty ? nil : path
            message.key = request.key
        } else if let key = request.key {
            message.key = key
        }
        let next = try WebSettings(message)
        try next.requireProtection(hasCredential: hasCredential)
        try await tls.prepare(next)
        try store(next)
    }

    private func store(_ next: WebSettings) throws {
        guard next != settings.current else { return }
        bound.reset()
        try settings.set(next)
    }

    private func createCertificate(
        _ request: WebAccess.CertificateRequest
    ) async throws -> WebAccess.CertificateResponse {
        var message = settings.current.message
        if let text = request.publicURL { message.publicURL = text.isEmpty ? nil : text }
        message.certificate = CertificateSource.localName
        message.key = nil
        let next = try WebSettings(message)
        let (authority, certificate) = try await tls.issue(
            next, replacesAuthority: request.newAuthority ?? false)
        try store(next)
        return WebAccess.CertificateResponse(
            address: try await address(), names: certificate.names.texts,
            expiresAt: certificate.leaf.expiry,
            authorityExpiresAt: authority.certificate.expiry,
            authorityFingerprint: try authority.fingerprint)
    }

    /// The address of the web app.
    @Sendable func address() async throws(Status) -> String {
        let endpoint = try await bound.endpoint(within: Self.addressTimeout)
        return settings.current.address(
            port: endpoint.port, isEncrypted: endpoint.isEncrypted)
    }

    private func response(_ profile: String) async throws -> WebAccess.SettingsResponse {
        let address = try await address()
        return WebAccess.SettingsResponse(
            settings: settings.current.message, address: address,
            hasPassword: passwords.hasPassword(profile), problem: bound.problem ?? tls.problem,
            certificateExpiresAt: tls.certificate?.leaf.expiry)
    }
}
