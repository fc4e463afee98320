import Contracts
import Glibc
package import HostFiles
package import Logging
import NIOCore
import NIOPosix
package import RPC
import Uploads

/// The web gateway: an HTTP server for pages, and a service of the bus for access to it.
package final class Gateway: Service {
    /// The environment variable with another port; 0: any that is free.
    private static let portVariable = "DAYLINE_WEB_PORT"

    private let server: WebServer
    private let bus: Client
    private let access: WebAccessService
    private let tokens: APITokenService
    private let pushes: PushImports
    private let feeds: CalendarFeedService
    private let removedProfiles: RemovedProfileTask
    private let settings: WebSettingsStore
    private let passwords: Passwords
    private let passkeys: Passkeys
    private let tls: ServerTLS
    private let bound = BoundAddress()
    /// The port instead of that of the settings; nil: none.
    private let port: Int?
    private let logger: Logger

    /// - Parameters:
    ///   - home: The home with the sessions and settings.
    ///   - assetFolder: The folder of style sheet, scripts and icons.
    ///   - bus: A client of the bus.
    ///   - changes: The commit counter of storage; nil on another machine than storage.
    ///   - environment: The environment of the process.
    ///   - logger: The log of the worker.
    /// - Throws: FAILED_PRECONDITION if the assets or a file of the home cannot be read.
    package init(
        home: Home, assetFolder: String, bus: Client, changes: CommitCounterReader?,
        environment: [String: String], logger: Logger
    ) throws {
        self.bus = bus
        let links = LoginLinks()
        let sessions = try Sessions(path: home.webSessions)
        let tokens = try APITokens(path: home.webTokens)
        let feeds = try CalendarFeeds(path: home.webFeeds)
        let now: @Sendable () -> Int64 = { WallClock.milliseconds() / 1000 }
        settings = try WebSettingsStore(path: home.webSettings)
        passwords = try Passwords(path: home.webPasswords)
        passkeys = try Passkeys(path: home.webPasskeys)
        tls = ServerTLS(
            local: LocalCertificates(folder: home.webCertificates) { .ofMachine }, logger: logger,
            now: now)
        self.logger = logger
        port = environment[Self.portVariable].flatMap { Int($0) }
        pushes = PushImports(folder: home.pushes, bus: bus, logger: logger)
        pushes.spool.removeIncomplete()
        let spool = Spool(of: home)
        TableExports.removeIncomplete(in: spool)
        removedProfiles = RemovedProfileTask(
            links: links, sessions: sessions, tokens: tokens, feeds: feeds, passwords: passwords,
            passkeys: passkeys, pushes: pushes, pushOwners: try PushOwner.list(of: home.pushes),
            bus: bus, changes: changes, logger: logger)
        let bind: @Sendable () async -> Void = { [removedProfiles] in
            await removedProfiles.compare()
        }
        server = WebServer(
            assets: try WebAssets(folder: assetFolder),
            help: HelpPages(folder: "\(assetFolder)/help"), sessions: sessions, links: links,
            passwords: passwords, passkeys: passkeys, throttle: LoginThrottle(), tokens: tokens,
            feeds: feeds, events: LiveEvents(bus: bus), pushes: pushes,
            spool: spool, bus: bus, changes: changes,
            databaseBytes: { databaseSize(home.database) },
            replica: { ReplicaState(of: home) }, logger: logger, now: now, tls: tls,
            bindAccess: bind)
        access = WebAccessService(
            links: links, sessions: sessions, settings: settings, passwords: passwords,
            passkeys: passkeys, tls: tls, bound: bound, now: now, bind: bind)
        self.tokens = APITokenService(
            tokens: tokens, address: access.address, now: now, bind: bind)
        self.feeds = CalendarFeedService(
            feeds: feeds, address: access.address, bus: bus, now: now, bind: bind)
    }

    package func register(on router: inout Router) {
        access.register(on: &router)
        tokens.register(on: &router)
        feeds.register(on: &router)
        PushService(imports: pushes).register(on: &router)
        router.handle(WebAccess.eraseProfile) { [self] _, context in
            // The data is last: a call that failed before can be repeated.
            let options = context.forwardedOptions
            _ = try await bus.call(Contracts.Notifications.erase, Empty(), options)
            try await removedProfiles.erase(context.profile)
            var keyed = options
            keyed.idempotencyKey = context.metadata.idempotencyKey
            return try await bus.call(
                Profiles.erase, Profiles.RemoveRequest(name: context.profile), keyed)
        }
    }

    /// Serves until the task is cancelled, and listens again after a change of the settings.
    package func run() async throws {
        let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        // Profiles may have changed while no gateway ran.
        await removedProfiles.compare()
        while !Task.isCancelled {
            let change = settings.untilChange()
            let current = settings.current
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await self.serve(current, threads) }
                group.addTask { for await _ in change {} }
                group.addTask { await self.removedProfiles.run() }
                group.addTask { await self.pushes.run() }
                if current.certificate != nil {
                    group.addTask {
                        await self.tls.watch(current)
                        self.bound.reset()
                    }
                }
                try await group.next()
                group.cancelAll()
            }
        }
        try await threads.shutdownGracefully()
    }

    /// Serves with settings. Where the server cannot listen as they say, it listens on loopback.
    private func serve(_ settings: WebSettings, _ threads: any EventLoopGroup) async throws {
        var server = server
        server.settings = settings
        var listen = settings.listen
        if let port { listen.port = port }
        // Open pages remain valid.
        if listen.port == 0, let previous = bound.previous { listen.port = previous }
        do {
            try settings.requireProtection(hasCredential: access.hasCredential)
            try await tls.use(settings)
            let encryption = tls.configuration
            try await server.run(on: listen, group: threads, encryption: encryption) {
                self.bound.set($0, isEncrypted: encryption != nil)
            }
        } catch {
            let isFallback =
                listen.port == 0 && listen.address.isLoopback && settings.certificate == nil
            guard !Task.isCancelled, !bound.isSet, !isFallback else { throw error }
            if listen != .standard || settings.certificate != nil {
                bound.report(Self.problem(listen, error))
            }
            logger.notice(
                "The web app cannot listen on \(listen): \(error). It chooses a free port.")
            try await server.run(
                on: ListenAddress(address: .loopback, port: 0), group: threads, encryption: nil
            ) { self.bound.set($0, isEncrypted: false) }
        }
    }

    private static func problem(_ listen: ListenAddress, _ error: any Error) -> String {
        if let status = error as? Status { return status.description }
        let reason =
            (error as? IOError).map { String(cString: strerror($0.errnoCode)) } ?? "\(error)"
        return "The web app cannot listen on \(listen): \(reason)."
    }
}
