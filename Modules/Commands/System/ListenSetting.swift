import Contracts
import RPC

/// The setting with the address at which the broker accepts programs on other machines. It is stored for
/// the home.
struct ListenSetting {
    static let key = "listen"
    private static let off = "off"
    private static let broker = "broker"
    private static let restartTimeout = Duration.seconds(60)

    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    /// The setting in lists of settings.
    var item: SettingListing.Item {
        get async throws {
            let current = try await context.bus().call(BusKeys.address, Empty(), context.options())
            return SettingListing.Item(
                key: Self.key, value: current.address ?? current.setting ?? Self.off,
                default: Self.off, allowed: [Self.off, "tcp://HOST:PORT"])
        }
    }

    /// Stores an address and binds it, or removes the setting for `off`. A broker that was started without an
    /// address has no network and is started again.
    /// - Returns: A sentence about the setting.
    /// - Throws: A status if the address cannot be bound.
    func set(_ text: String) async throws -> String {
        var current = try await store(text == Self.off ? nil : text)
        if current.setting != nil, current.address == nil { current = try await restartBroker() }
        guard let address = current.address else {
            return "Programs on other machines cannot connect."
        }
        return "Programs with a key can connect to \(address). Create one with: dayline keys new"
    }

    private func store(_ address: String?) async throws -> BusKeys.AddressResponse {
        try await context.bus().call(
            BusKeys.listen, BusKeys.ListenRequest(address: address), context.options())
    }

    /// Starts the broker again, which binds the stored address. If that fails, the setting is removed.
    private func restartBroker() async throws -> BusKeys.AddressResponse {
        _ = try await context.supervisor().call(
            Control.restart, Control.WorkerRequest(worker: Self.broker),
            context.options(timeout: Self.restartTimeout))
        context.reconnectBus()
        let current = try await context.bus().call(BusKeys.address, Empty(), context.options())
        guard current.address == nil else { return current }
        _ = try await store(nil)
        throw Status(
            .failedPrecondition,
            current.problem ?? "The broker does not accept connections over TCP.",
            hint: "Choose another address: dayline settings set listen tcp://HOST:PORT")
    }
}
