import Contracts
package import HostFiles
package import Logging
import NIOCore
import NIOPosix
package import RPC
import Synchronization

/// The web gateway: an HTTP server for pages, and a service of the bus for access to it.
package final class Gateway: Service {
    /// The port that is used if it is free.
    private static let defaultPort = 8420
    /// The environment variable with another port; 0: any that is free.
    private static let portVariable = "DAYLINE_WEB_PORT"
    private static let addressTimeout = Duration.seconds(5)

    private let server: WebServer
    private let access: WebAccessService
    private let port: Int
    private let bound: BoundPort
    private let logger: Logger

    /// - Parameters:
    ///   - home: The home with the sessions.
    ///   - assetFolder: The folder of style sheet, scripts and icons.
    ///   - bus: A client of the bus.
    ///   - environment: The environment of the process.
    ///   - logger: The log of the worker.
    /// - Throws: FAILED_PRECONDITION if the assets or the list of sessions cannot be read.
    package init(
        home: Home, assetFolder: String, bus: Client, environment: [String: String], logger: Logger
    ) throws {
        let links = LoginLinks()
        let sessions = try Sessions(path: home.webSessions)
        let now: @Sendable () -> Int64 = { WallClock.milliseconds() / 1000 }
        let bound = BoundPort()
        self.bound = bound
        self.logger = logger
        port = environment[Self.portVariable].flatMap { Int($0) } ?? Self.defaultPort
        server = WebServer(
            assets: try WebAssets(folder: assetFolder), sessions: sessions, links: links,
            events: LiveEvents(bus: bus), bus: bus, logger: logger, now: now)
        access = WebAccessService(
            links: links, sessions: sessions,
            address: { () async throws(Status) in
                "http://127.0.0.1:\(try await bound.port(within: Self.addressTimeout))/"
            }, now: now)
    }

    package func register(on router: inout Router) {
        access.register(on: &router)
    }

    /// Serves until the task is cancelled. If the port is in use, another one is chosen.
    package func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        let bound = bound
        do {
            try await server.run(port: port, group: group) { bound.set($0) }
        } catch {
            guard !Task.isCancelled, !bound.isSet, port != 0 else { throw error }
            logger.notice("The port \(port) is in use. Another one is chosen.")
            try await server.run(port: 0, group: group) { bound.set($0) }
        }
        try await group.shutdownGracefully()
    }
}

/// The port of the server, once it is bound.
private final class BoundPort: Sendable {
    private let value = Mutex<Int?>(nil)

    var isSet: Bool { value.withLock { $0 } != nil }

    func set(_ port: Int) { value.withLock { $0 = port } }

    /// - Throws: UNAVAILABLE if the server does not listen in time.
    func port(within limit: Duration) async throws(Status) -> Int {
        let deadline = ContinuousClock.now + limit
        while true {
            if let port = value.withLock({ $0 }) { return port }
            guard ContinuousClock.now < deadline, !Task.isCancelled else {
                throw Status(
                    .unavailable, "The web app does not listen yet.",
                    hint: "See why with: dayline logs web")
            }
            try? await Task.sleep(for: .milliseconds(20))
        }
    }
}
