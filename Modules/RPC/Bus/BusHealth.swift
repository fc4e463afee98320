import Memberwise

/// Liveness of an instance. Served by the broker, and by every worker for itself
/// (`dayline.bus.Health/Check@INSTANCE`).
package enum BusHealth {
    package static let service = "dayline.bus.Health"

    package static let check = Method<Empty, CheckResponse>(
        service, "Check", repeatable: true, access: .scope(.read))

    @Message
    package struct CheckResponse: Codable, Hashable, WireValue {
        package var state: State
        /// The instance that answered.
        package var instance: String
    }

    package enum State: String, CaseIterable, Codable, Sendable {
        case ready
        /// Finishes its open calls and accepts no others.
        case draining
    }
}
