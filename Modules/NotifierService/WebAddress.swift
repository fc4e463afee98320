import Contracts
import RPC
import Synchronization

/// The address under which answers reach the web app from outside, as its settings have it.
final class WebAddress: Sendable {
    private struct Known {
        /// Nil: the web app has no public address.
        var address: String?
        var until: ContinuousClock.Instant
    }

    private static let lifetime = Duration.seconds(10)
    private static let timeout = Duration.milliseconds(500)

    private let bus: Client
    private let known = Mutex<Known?>(nil)

    /// `bus` is a client of the bus.
    init(bus: Client) {
        self.bus = bus
    }

    /// The public address with the path prefix, without a slash at its end; nil: none. The last known
    /// one if the web app does not answer.
    func current() async -> String? {
        let now = ContinuousClock.now
        let last = known.withLock { $0 }
        if let last, last.until > now { return last.address }
        let options = CallOptions(deadline: .after(Self.timeout))
        var address = last?.address
        if let settings = try? await bus.call(WebAccess.settings, Empty(), options).settings {
            address = settings.publicURL.map { url in
                (url.hasSuffix("/") ? String(url.dropLast()) : url) + settings.prefix
            }
        }
        known.withLock { $0 = Known(address: address, until: now + Self.lifetime) }
        return address
    }
}
