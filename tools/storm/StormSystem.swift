import FoundationEssentials
import Glibc
import HostFiles
import RPC
import Supervision
import ZeroMQ
import ZeroMQTransport

/// The real processes in a temporary home, under a supervisor without a crash limit.
final class StormSystem: Sendable {
    let supervisor: Supervisor
    let loop: Loop
    private let home: Home
    private let endpoint: Endpoint
    private let folder: String

    /// Maximum time that a caller waits for a broker to restart.
    private static let connectTimeout = Duration.seconds(10)

    init() throws {
        var template = Array("/tmp/dayline-storm-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Status(.internal, "A folder cannot be created in /tmp.")
        }
        folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        home = Home(folder: "\(folder)/home", runFolder: "\(folder)/run")
        try home.prepare()
        let environment = ProcessInfo.processInfo.environment
        let catalog = PluginCatalog(
            home: home, programFolder: ProgramPath.folder, environment: environment)
        let order = StartOrder(catalog.plugins, counts: ["aggregation": 2])
        var policy = RestartPolicy()
        policy.crashLimit = .max
        // Every crash counts as the first, which is restarted at once.
        policy.stableUptime = .zero
        policy.abortLimit = .milliseconds(200)
        supervisor = try Supervisor(
            home: home, table: ProcessTable(groups: order.groups, policy: policy),
            environment: environment)
        loop = try Loop()
        endpoint = try .ipc(home.busSocket)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    func start() async throws {
        await supervisor.handle(.start(group: nil))
        await supervisor.wait(until: \.isSettled)
        if let failure = await supervisor.failures.first {
            throw Status(.unavailable, "\(failure.slot) did not start: \(failure.reason)")
        }
    }

    func stop() async {
        await supervisor.handle(.stop(group: nil))
        await supervisor.wait(until: \.isStopped)
        await supervisor.close()
    }

    /// A new connection.
    func connect() -> BusConnection {
        BusConnection(endpoint: endpoint, loop: loop, connectTimeout: Self.connectTimeout)
    }

    /// Returns when every process is ready.
    func waitUntilReady() async {
        await supervisor.wait(until: \.isReady)
    }

    func processes() async -> [ProcessSnapshot] {
        await supervisor.snapshot()
    }
}
