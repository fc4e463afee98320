import Contracts
import RPC

/// The setting with the address at which the broker accepts programs on other machines. It is stored for
/// the home.
struct ListenSetting {
    static let key = "listen"
    private static let off = "off"

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

    /// Stores an address and binds it, or removes the setting for `off`.
    /// - Returns: A sentence about the setting.
    /// - Throws: A status if the address cannot be bound.
    func set(_ text: String) async throws -> String {
        let current = try await context.bus().call(
            BusKeys.listen, BusKeys.ListenRequest(address: text == Self.off ? nil : text),
            context.options())
        guard let address = current.address else {
            return "Programs on other machines cannot connect."
        }
        return "Programs with a key can connect to \(address). Create one with: dayline keys new"
    }
}
