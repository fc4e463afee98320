/// Methods that another router serves, which can be exchanged while calls are accepted.
extension Router {
    /// Calls its argument with a router, and returns what that returns.
    package typealias Forwarder =
        @Sendable (
            _ call: @escaping @Sendable (Router) async throws -> WireContent
        ) async throws -> WireContent

    /// Registers all methods of `template` with handlers that call those of the router of `forwarder`.
    package mutating func forward(_ template: Router, through forwarder: @escaping Forwarder) {
        for registration in template.registrations.values {
            let path = registration.name.description
            add(
                Registration(forwarding: registration) { content, context, reader, writer in
                    try await forwarder { router in
                        guard let target = router.registrations[path] else {
                            throw Status(.unimplemented, "There is no method \(path).")
                        }
                        switch target.work {
                        case .handler(let run):
                            return try await run(content, context, reader, writer)
                        case .answer(let answer): return try answer(content, context)
                        }
                    }
                })
        }
    }
}

extension Router.Registration {
    /// The same method with another handler.
    fileprivate convenience init(
        forwarding other: Router.Registration, to handler: @escaping Router.Handler
    ) {
        self.init(
            name: other.name, kind: other.kind, isRepeatable: other.isRepeatable,
            contract: other.contract, access: other.access, window: other.window,
            requestType: other.requestType, itemType: other.itemType, replyType: other.replyType,
            work: .handler(handler))
    }
}
