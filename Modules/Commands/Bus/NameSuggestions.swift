import RPC
import Texts

/// The names of services and methods, for those who misremember one.
struct NameSuggestions: Sendable {
    let services: [String]
    /// As `SERVICE/METHOD`.
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

    /// By edits of the whole name, or of its end: `Insight/Trends` is near the full name.
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
