import HTTPTypes
import HostFiles
import Hummingbird
import HummingbirdHTTP2
import Logging
import NIOCore
import NIOPosix
import RPC
import Synchronization
import Texts
import Uploads
import WebPages

/// The HTTP server: its routes, and the answers that several of them give.
struct WebServer: Sendable {
    typealias Context = GatewayContext

    let assets: WebAssets
    var help = HelpPages(folder: "")
    let sessions: Sessions
    let links: LoginLinks
    let passwords: Passwords
    let passkeys: Passkeys
    let challenges = PasskeyChallenges()
    let tableExports = TableExports()
    let throttle: LoginThrottle
    let tokens: APITokens
    let feeds: CalendarFeeds
    let events: LiveEvents
    let pushes: PushImports
    let spool: Spool
    let pages = PageCache()
    /// A client of the bus.
    let bus: Client
    /// The commit counter of storage; nil: storage is asked for its version.
    var changes: CommitCounterReader?
    /// The size of the database in bytes; nil: unknown.
    var databaseBytes: @Sendable () -> Int64? = { nil }
    /// Nil: the home is not a replica.
    var replica: @Sendable () -> ReplicaState? = { nil }
    let logger: Logger
    /// Seconds since 1970.
    let now: @Sendable () -> Int64
    let tls: ServerTLS
    var settings = WebSettings()
    /// Binds new credentials and pushes to their profiles.
    var bindAccess: @Sendable () async -> Void = {}
    /// Time after which a connection is closed that has no request, or whose request makes no progress.
    var idleLimit = Duration.seconds(60)

    /// Serves until the task is cancelled.
    /// - Parameters:
    ///   - listen: The address and port; 0 as the port: any that is free.
    ///   - group: The threads of the server.
    ///   - encryption: The settings of TLS; nil: without TLS.
    ///   - onBound: Called with the port in use.
    /// - Throws: The error of the system if the address or port cannot be bound.
    func run(
        on listen: ListenAddress, group: any EventLoopGroup, encryption: TLSConfiguration?,
        onBound: @escaping @Sendable (Int) -> Void
    ) async throws {
        let bound = Mutex(listen.port)
        let router = Hummingbird.Router(context: Context.self)
        let settings = settings
        let isOwn: @Sendable (String) -> Bool = { authority in
            settings.isOwn(
                authority, port: bound.withLock { $0 }, isEncrypted: encryption != nil)
        }
        router.add(middleware: RequestTracing())
        router.add(
            middleware: RequestGuard(
                isOwn: isOwn,
                isStrict: { encryption != nil && tls.certificate?.isPublic == true }))
        addRoutes(to: router)
        let application = Application(
            responder: RequestNormalizer(
                settings: settings, isEncrypted: encryption != nil, isOwn: isOwn,
                next: router.buildResponder()),
            server: try encryption.map {
                try .http2Upgrade(
                    tlsConfiguration: $0, configuration: .init(idleTimeout: idleLimit))
            }
                ?? .http1(
                    configuration: .init(
                        additionalChannelHandlers: [LongReads()],
                        idleTimeout: TimeAmount(idleLimit))),
            configuration: ApplicationConfiguration(
                address: .hostname(listen.address.description, port: listen.port),
                serverName: nil),
            onServerRunning: { channel in
                let port = channel.localAddress?.port ?? listen.port
                bound.withLock { $0 = port }
                onBound(port)
            }, eventLoopGroupProvider: .shared(group), logger: logger)
        try await application.run()
    }

    private func addRoutes(to router: Hummingbird.Router<Context>) {
        router.get("/assets/:hash/**") { request, context in
            asset(request, context)
        }
        router.get("/service-worker.js") { request, _ in
            document(assets.asset("service-worker.js"), request, cache: "no-cache")
        }
        router.get("/offline") { request, _ in
            html(OfflinePage.page, request, .ok)
        }
        router.get("/certificate") { request, _ in authority(request) }
        addLoginRoutes(to: router)
        router.get("/events") { request, _ in stream(request) }
        addFileRoutes(to: router)
        addHelpRoutes(to: router)
        addUploadRoutes(to: router)
        addPushRoutes(to: router)
        addPasskeyRoutes(to: router)
        addNotificationRoutes(to: router)
        APIServer(
            catalog: APICatalog(bus: bus), tokens: tokens, bus: bus, session: session(of:),
            now: now, asOf: { replica()?.asOf }
        ).addRoutes(to: router)
        router.get("/metrics") { request, _ in await metrics(request) }
        router.get("/widget/:name") { request, context in await widget(request, context) }
        router.get("\(CalendarFeedService.path)/:token") { request, context in
            await calendarFeed(request, context)
        }
        addPageRoutes(to: router)
        router.get("/**") { request, _ in
            error(Status(.notFound, "There is no such page."), request, session(of: request))
        }
    }

    /// Adds the routes that begin, change or end a login session.
    private func addLoginRoutes(to router: Hummingbird.Router<Context>) {
        router.get("/login/:token") { request, context in
            let token = context.parameters.get("token") ?? ""
            return loginPage(token, request)
        }
        router.post("/login/:token") { request, context in
            try await login(context.parameters.get("token") ?? "", request)
        }
        router.get("/login") { request, _ in try await loginPage(request) }
        router.post("/login") { request, _ in try await loginWithPassword(request) }
        router.post("/logout") { request, _ in try await logout(request) }
        router.post("/profile") { request, _ in await changeProfile(request) }
        router.post(RouterPath(ProfileRoutes.path)) { request, _ in await addProfile(request) }
        router.post(RouterPath(Theme.path)) { request, _ in await changeTheme(request) }
    }

    /// Adds the routes of files that a browser sends or downloads.
    private func addFileRoutes(to router: Hummingbird.Router<Context>) {
        router.post("/import") { request, _ in try await importFile(request) }
        router.post("/photos") { request, _ in try await addPhoto(request) }
        router.get("/photo-files/:id/:size") { request, context in
            await photoFile(request, context)
        }
        router.get("/import/:id/file") { request, context in await original(request, context) }
        router.get("\(Download.folder)/:name") { request, context in
            await export(request, context)
        }
    }

    /// Adds the routes of pages and forms.
    private func addPageRoutes(to router: Hummingbird.Router<Context>) {
        for route in WebRoutes.all {
            let path = RouterPath(route.path)
            switch route.method {
            case .get where route.path == ImportRoutes.reportPath:
                router.get(path) { request, context in
                    let id = context.parameters.get("id") ?? ""
                    if let report = await importReport(id, request) { return report }
                    return rotatingCookie(await answer(request, context, route), request)
                }
            case .get: router.get(path) { rotatingCookie(await answer($0, $1, route), $0) }
            case .post: router.post(path) { await answer($0, $1, route) }
            }
        }
    }

    // MARK: Assets

    private func asset(_ request: Request, _ context: Context) -> Response {
        let name = context.parameters.getCatchAll().joined(separator: "/")
        var response = document(
            assets.asset(name), request, cache: "public, max-age=31536000, immutable")
        // Assets load nothing: the policy of a page would be a third of a small script.
        response.headers[.contentSecurityPolicy] = "default-src 'none'"
        return response
    }

    func document(_ asset: WebAssets.Asset?, _ request: Request, cache: String) -> Response {
        guard let asset else { return Response(status: .notFound) }
        return Response(
            .ok, [.contentType: asset.type, .cacheControl: cache], asset.bytes,
            gzip: { asset.gzip }, for: request)
    }

    /// The certificate of the home's own authority, which phones install.
    private func authority(_ request: Request) -> Response {
        do {
            guard let authority = try tls.local.authority() else {
                throw Status(
                    .notFound,
                    "This home has no certificate authority. Create one on the computer that runs "
                        + "Dayline, with: dayline web certificate")
            }
            return Response(
                document: try authority.der,
                [
                    .contentType: "application/x-x509-ca-cert", .cacheControl: "no-store",
                    .contentDisposition: "inline; filename=\"dayline.crt\"",
                ], for: request)
        } catch let failure {
            return error(Status(describing: failure), request, session(of: request))
        }
    }

    // MARK: Sessions

    func session(of request: Request) -> Sessions.Session? {
        guard let cookie = request.cookies[SessionCookie.name],
            let session = sessions.find(cookie.value, now: now())
        else { return nil }
        // The proxy has authenticated another person.
        if let identity = request.identity, identity != session.profile { return nil }
        return session
    }

    func visitor(_ request: Request) -> Visitor {
        let session = session(of: request)
        var visitor = Visitor(
            profile: session?.profile ?? "", session: session?.id,
            formToken: session?.formToken ?? "",
            language: request.headers[.acceptLanguage] ?? "", profiles: session?.profiles ?? [],
            eventPosition: (session?.profile).map { "\(events.position(of: $0))" },
            notice: replica()?.notice, theme: theme(of: request))
        visitor.canAddProfiles = session.map(canAddProfiles) ?? false
        return visitor
    }

    // MARK: Answers

    func error(
        _ status: Status, _ request: Request, _ session: Sessions.Session?
    ) -> Response {
        if request.headers[.accept]?.contains("application/json") == true {
            return APIFailure.response(status)
        }
        return html(
            ErrorPage(
                status: status, path: request.uri.path, isRead: request.method == .get
            ).page, request,
            HTTPResponse.Status(code: status.code.httpStatus))
    }

    /// The answer to a request without a session.
    func signedOut(_ request: Request) -> Response {
        if request.headers[.accept]?.contains("application/json") == true {
            return APIFailure.response(
                Status(
                    .unauthenticated, SignedOutPage.sentence,
                    hint: "Sign in with the password, or with a link of: dayline web"))
        }
        return html(SignedOutPage.page, request, .unauthorized)
    }

    func redirect(to path: String) -> Response {
        Response(
            status: .seeOther,
            headers: [.location: settings.prefix + path, .cacheControl: "no-store"])
    }

    private func importFile(_ request: Request) async throws -> Response {
        guard let session = session(of: request) else { return signedOut(request) }
        do {
            return redirect(to: try await importUpload(session).receive(request))
        } catch {
            let visitor = visitor(request)
            let list = WebRequest(
                parameters: [:], query: [:], form: [:], visitor: visitor, client: bus)
            let page = try await TextLocale.$current.withValue(visitor.locale) {
                try await ImportRoutes.list(list, problem: Status(describing: error))
            }
            return html(page, request, .unprocessableContent, for: visitor)
        }
    }
}
