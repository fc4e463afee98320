import RPC
import Synchronization

/// The methods for callers over HTTP, as the workers describe them.
///
/// Descriptions are read once: all processes of a running system are of one release.
final class APICatalog: Sendable {
    private static let timeout = Duration.seconds(10)
    private static let nameLengths = 1...100

    private let bus: Client
    /// The methods by service.
    private let services = Mutex<[String: [APIMethod]]>([:])

    init(bus: Client) {
        self.bus = bus
    }

    /// - Throws: NOT_FOUND if callers over HTTP have no such method, UNAVAILABLE if its worker does not
    ///   run.
    func method(_ service: String, _ name: String) async throws(Status) -> APIMethod {
        // Other names could address an instance. Bus services are for programs with a key of the bus.
        guard Self.isName(service), Self.isName(name), !Route.isBusService(service) else {
            throw Self.noMethod
        }
        let found = try await methods(of: service).first { $0.name.method == name }
        guard let found else { throw Self.noMethod }
        return found
    }

    /// All methods, by service and name.
    /// - Throws: UNAVAILABLE if a worker does not run.
    func all() async throws(Status) -> [APIMethod] {
        var all: [APIMethod] = []
        for service in try await serviceNames() {
            all += try await methods(of: service)
        }
        return all
    }

    private func methods(of service: String) async throws(Status) -> [APIMethod] {
        if let known = services.withLock({ $0[service] }) { return known }
        let described: BusReflection.DescribeResponse
        do {
            described = try await bus.call(
                BusReflection.describe, .init(service: service), options(target: service))
        } catch {
            guard try await serviceNames().contains(service) else { throw Self.noMethod }
            throw error
        }
        let methods = described.services.first?.methods.compactMap { APIMethod(service, $0) } ?? []
        services.withLock { $0[service] = methods }
        return methods
    }

    /// The services of the workers, ascending.
    private func serviceNames() async throws(Status) -> [String] {
        try await bus.call(BusBroker.list, Empty(), options()).services.map(\.name).sorted()
    }

    private func options(target: String? = nil) -> CallOptions {
        CallOptions(deadline: .after(Self.timeout), target: target)
    }

    private static func isName(_ text: String) -> Bool {
        nameLengths.contains(text.utf8.count)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }

    static let noMethod = Status(
        .notFound, "The API has no such method.", hint: "See \(APIServer.path)/openapi.json.")
}
