import RPC
import Texts

/// The names of services and methods, for suggestions after an unknown name.
struct NameSuggestions: Sendable {
    let services: [String]
    /// The methods as `SERVICE/METHOD`.
    let methods: [String]

    init(_ services: [ServiceCatalog.Service]) {
        self.services = services.map(\.name)
        methods = services.flatMap { service in
            service.methods.map { "\(service.name)/\($0.name)" }
        }
    }

    func nearest(toService name: String) -> String? {
        Self.nearest(to: name, among: services)
    }

    func nearest(toMethod path: String) -> String? {
        Self.nearest(to: path, among: methods)
    }

    /// Compares the full name, then its last components: `Insight/Trends` is near the full name.
    /// Nil if no name is near.
    private static func nearest(to word: String, among names: [String]) -> String? {
        let parts = word.split(separator: ".").count
        let ends = Dictionary(
            names.map { name in
                (name.split(separator: ".").suffix(parts).joined(separator: "."), name)
            }, uniquingKeysWith: { first, _ in first })
        return nearestName(to: word, among: names)
            ?? nearestName(to: word, among: Array(ends.keys)).flatMap { ends[$0] }
    }
}
