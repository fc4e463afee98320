import Contracts
import RPC
import Testing

@testable import NotifierService

@Suite struct MQTTBrokerSettingsTests {
    private func settings(port: Int?, usesTLS: Bool?) throws(Status) -> MQTTBrokerSettings {
        try MQTTBrokerSettings(
            HomeAssistant.ConnectRequest(
                host: "homeassistant.local", port: port, usesTLS: usesTLS),
            profile: "default")
    }

    @Test(arguments: [(nil, 1883), (false, 1883), (true, 8883)])
    func `the default port depends on TLS, also in the hint of a refused port`(
        usesTLS: Bool?, defaultPort: Int
    ) throws {
        let accepted = try settings(port: nil, usesTLS: usesTLS)

        #expect(accepted.port == defaultPort)
        #expect {
            try settings(port: 70_000, usesTLS: usesTLS)
        } throws: { error in
            (error as? Status)?.hint == "Leave the port out for \(defaultPort)."
        }
    }
}
