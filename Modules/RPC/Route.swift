/// The third frame of a request: `service/Method`, or `service/Method@target` when one instance is
/// meant, or any worker that serves the service of that name.
package struct Route: Hashable, Sendable {
    package let service: String
    package let method: String
    package let target: String?

    /// Nil when `path` has another form.
    package init?(_ path: String) {
        let parts = path.split(separator: "@", maxSplits: 1, omittingEmptySubsequences: false)
        guard let name = parts.first.flatMap({ MethodName(path: String($0)) }) else { return nil }
        service = name.service
        method = name.method
        target = parts.count > 1 ? String(parts[1]) : nil
        if target?.isEmpty ?? false { return nil }
    }

    /// Whether the bus itself serves it, or every worker for itself.
    package var isOfBus: Bool { Self.isOfBus(service) }

    package static func isOfBus(_ service: String) -> Bool {
        service.hasPrefix("dayline.bus.")
    }
}
