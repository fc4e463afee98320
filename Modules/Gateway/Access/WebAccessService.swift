import CivilTime
import Contracts
import RPC

/// The services of the gateway on the bus: login links and sessions.
struct WebAccessService: Service {
    let links: LoginLinks
    let sessions: Sessions
    /// The address of the web app.
    let address: @Sendable () async throws(Status) -> String
    /// Seconds since 1970.
    let now: @Sendable () -> Int64

    func register(on router: inout Router) {
        router.handle(WebAccess.newLink) { request, context in
            let address = try await address()
            let now = now()
            let login = LoginLinks.Login(
                profile: context.profile, isForAllProfiles: request.allProfiles ?? false)
            let token = links.create(for: login, now: now)
            return WebAccess.LinkResponse(
                address: address, link: "\(address)login/\(token.text)",
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
    }
}
