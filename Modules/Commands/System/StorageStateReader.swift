import Contracts
import RPC

/// What storage reports of itself, for commands that report of the system.
enum StorageStateReader {
    /// How long storage may take: the processes are shown also when it does not answer.
    private static let timeout = Duration.seconds(2)

    /// Nil when storage does not answer, of which the supervisor tells.
    static func state(_ session: CommandContext) async -> Checkups.StateResponse? {
        try? await session.bus().call(
            Checkups.state, Empty(), session.options(timeout: timeout))
    }
}

/// The processes, and beside them what is out of the ordinary in storage.
struct StatusReport: Encodable {
    var system: Control.StatusResponse
    /// Nil when storage does not answer.
    var storage: Checkups.StateResponse?

    private enum Keys: CodingKey { case storage }

    func encode(to encoder: any Encoder) throws {
        try system.encode(to: encoder)
        guard let storage else { return }
        var container = encoder.container(keyedBy: Keys.self)
        try container.encode(storage, forKey: .storage)
    }
}
