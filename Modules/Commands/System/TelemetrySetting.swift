import Contracts
import RPC

/// The setting with the address that spans and metrics are exported to. It is stored for the home.
struct TelemetrySetting {
    static let key = "telemetry"
    private static let off = "off"

    private let context: CommandContext

    init(_ context: CommandContext) {
        self.context = context
    }

    /// The setting in lists of settings.
    var item: SettingListing.Item {
        get async throws {
            let state = try await context.bus().call(Telemetry.state, Empty(), context.options())
            return SettingListing.Item(
                key: Self.key, value: state.address ?? Self.off, default: Self.off,
                allowed: [Self.off, "http://HOST:PORT"])
        }
    }

    /// Stores an address, or removes the setting for `off`.
    /// - Returns: A sentence about the setting.
    func set(_ text: String) async throws -> String {
        let state = try await context.bus().call(
            Telemetry.configure,
            Telemetry.ConfigureRequest(address: text == Self.off ? nil : text), context.options())
        guard let address = state.address else { return "No telemetry is exported." }
        return "Spans and load, without health data, are sent to \(address) every five seconds. "
            + "See the state with: dayline call dayline.notifier.Telemetry/State"
    }
}
