/// The third frame of a request: `service/Method`, or `service/Method@target` when one instance is
/// meant, or any worker that serves the service of that name.
package struct Route: Hashable, Sendable {
    package let service: String
    package let method: String
    package let target: String?

    /// Nil when `path` has another form.
    package init?(_ path: String) {
        let (method, target) = Self.split(path)
        guard let name = MethodName(path: method), target != "" else { return nil }
        service = name.service
        self.method = name.method
        self.target = target
    }

    /// The part before the `@`, and the part behind it.
    static func split(_ path: String) -> (method: String, target: String?) {
        guard let at = path.utf8.firstIndex(of: UInt8(ascii: "@")) else { return (path, nil) }
        return (String(path[..<at]), String(path[path.utf8.index(after: at)...]))
    }

    /// Whether the bus itself serves it, or every worker for itself.
    package var isBusService: Bool { Self.isBusService(service) }

    package static func isBusService(_ service: String) -> Bool {
        service.hasPrefix("dayline.bus.")
    }

    /// True if the name is Dayline's own, which nobody serves but what the supervisor started.
    package static func isReserved(_ service: String) -> Bool {
        service.hasPrefix("dayline.")
    }
}
