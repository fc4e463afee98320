/// The third frame of a request: `service/Method`, or `service/Method@target` with the name of an
/// instance, or of a service: any worker that serves it.
package struct Route: Hashable, Sendable {
    package let service: String
    package let method: String
    package let target: String?

    /// Nil if `path` has another form.
    package init?(_ path: String) {
        let (method, target) = Self.split(path)
        guard let name = MethodName(path: method), target != "" else { return nil }
        service = name.service
        self.method = name.method
        self.target = target
    }

    /// The parts before and after the `@`; `target` is nil without one.
    static func split(_ path: String) -> (method: String, target: String?) {
        guard let at = path.utf8.firstIndex(of: UInt8(ascii: "@")) else { return (path, nil) }
        return (String(path[..<at]), String(path[path.utf8.index(after: at)...]))
    }

    /// True if the broker, or every worker for itself, serves the service.
    package var isBusService: Bool { Self.isBusService(service) }

    package static func isBusService(_ service: String) -> Bool {
        service.hasPrefix("dayline.bus.")
    }

    /// True if the name is reserved for processes that the supervisor started.
    package static func isReserved(_ service: String) -> Bool {
        service.hasPrefix("dayline.")
    }
}
