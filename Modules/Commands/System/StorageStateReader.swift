import Contracts
import RPC

/// Reads the state of storage, for commands that show the state of the system.
enum StorageStateReader {
    /// The time limit for storage, after which only the processes are shown.
    private static let timeout = Duration.seconds(2)

    /// The state of daily backups; nil if storage does not answer.
    static func backups(_ context: CommandContext) async -> Backups.ScheduleResponse? {
        try? await context.bus().call(
            Backups.schedule, Backups.ScheduleRequest(), context.options(timeout: timeout))
    }

    /// The role of the home; nil if storage does not answer.
    static func replication(_ context: CommandContext) async -> Replication.StateResponse? {
        try? await context.bus().call(Replication.state, Empty(), context.options(timeout: timeout))
    }

    /// The state of storage; nil if storage does not answer, which the supervisor reports.
    static func state(_ context: CommandContext) async -> Checkups.StateResponse? {
        try? await context.bus().call(
            Checkups.state, Empty(), context.options(timeout: timeout))
    }
}

/// The state of the processes with that of storage as a further key.
struct StatusReport: Encodable {
    var system: Control.StatusResponse
    /// Nil if storage does not answer.
    var storage: Checkups.StateResponse?
    /// Nil if storage does not answer.
    var backups: Backups.ScheduleResponse?
    /// Nil if storage does not answer.
    var replication: Replication.StateResponse?

    private enum Keys: CodingKey { case storage, backups, replication }

    func encode(to encoder: any Encoder) throws {
        try system.encode(to: encoder)
        var container = encoder.container(keyedBy: Keys.self)
        try container.encodeIfPresent(storage, forKey: .storage)
        try container.encodeIfPresent(backups, forKey: .backups)
        try container.encodeIfPresent(replication, forKey: .replication)
    }
}
