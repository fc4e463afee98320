import HostFiles
import RPC
import ZeroMQTransport

/// A system on another machine that this supervisor runs aggregation workers for.
struct JoinedSystem: Sendable {
    let endpoint: Endpoint
    /// Absolute path of the key file.
    let keyFile: String

    private static let group = "aggregation"
    /// Ends the name of the folder for logs and sockets, which is not the folder of the data.
    private static let suffix = "-workers"

    /// Nil if the options name no such system.
    /// - Throws: A status if the address or the key file is not valid.
    init?(_ options: DaemonOptions) throws(Status) {
        guard let address = options.join, let file = options.keyFile else { return nil }
        keyFile = Files.canonicalPath(file) ?? file
        endpoint = try .tcp(address, key: BusKey(file: keyFile))
    }

    /// The folder for logs and sockets: that of the default home with another name; nil if the options
    /// name one.
    func home(_ options: DaemonOptions, _ environment: [String: String]) throws -> String? {
        guard options.home == nil else { return nil }
        return try Home.located(environment: environment).folder + Self.suffix
    }

    /// The groups that can work on another machine, which depend on no process of this one.
    /// - Throws: FAILED_PRECONDITION if no such worker is installed.
    func groups(_ installed: [WorkerGroup]) throws(Status) -> [WorkerGroup] {
        guard let group = installed.first(where: { $0.name == Self.group }) else {
            throw Status(
                .failedPrecondition, "The worker \(Self.group) is not installed.",
                hint: "Build everything with: swift build -c release")
        }
        return [WorkerGroup(plugin: group.plugin, dependencies: [], count: group.count)]
    }
}
