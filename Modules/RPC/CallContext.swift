/// Data of a call that its handler receives beside the request.
package struct CallContext: Sendable {
    package var deadline: Deadline
    package var metadata: CallMetadata

    package init(deadline: Deadline = .never, metadata: CallMetadata = CallMetadata()) {
        self.deadline = deadline
        self.metadata = metadata
    }

    /// The caller's profile, or the default one.
    package var profile: String { metadata.profile ?? CallMetadata.defaultProfile }

    /// Options for a call made on behalf of this one, with the same deadline, profile and trace context.
    package var forwardedOptions: CallOptions {
        CallOptions(
            deadline: deadline, profile: metadata.profile, traceparent: metadata.traceparent)
    }
}

/// Fields of a request's header. All are optional, and unknown keys are ignored.
package struct CallMetadata: Codable, Hashable, Sendable {
    package static let defaultProfile = "default"

    package var profile: String?
    /// A repeated request with the same key is not executed again and returns the first response.
    package var idempotencyKey: String?
    /// W3C trace context of the caller, unchanged.
    package var traceparent: String?

    package init(
        profile: String? = nil, idempotencyKey: String? = nil, traceparent: String? = nil
    ) {
        self.profile = profile
        self.idempotencyKey = idempotencyKey
        self.traceparent = traceparent
    }
}

/// Options of a call that the caller can set.
package struct CallOptions: Sendable {
    package var deadline: Deadline
    package var profile: String?
    package var idempotencyKey: String?
    /// W3C trace context, copied to the calls that the server makes for this call.
    package var traceparent: String?
    /// Items that the server may send before the caller has consumed one.
    package var window: Int
    /// An instance, or a service: any worker that serves it. Nil selects any worker that serves the
    /// method.
    package var target: String?

    package static let defaultTimeout = Duration.seconds(30)

    package init(
        deadline: Deadline = .after(defaultTimeout), profile: String? = nil,
        idempotencyKey: String? = nil, traceparent: String? = nil, window: Int = 8,
        target: String? = nil
    ) {
        self.deadline = deadline
        self.profile = profile
        self.idempotencyKey = idempotencyKey
        self.traceparent = traceparent
        self.window = window
        self.target = target
    }
}
