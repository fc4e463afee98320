/// What a handler knows of the call it answers, beside the request.
package struct CallContext: Sendable {
    package var deadline: Deadline
    package var metadata: CallMetadata

    package init(deadline: Deadline = .never, metadata: CallMetadata = CallMetadata()) {
        self.deadline = deadline
        self.metadata = metadata
    }

    /// The profile that the caller works in.
    package var profile: String { metadata.profile ?? CallMetadata.defaultProfile }

    /// Options for a call made on behalf of this one: its deadline, its profile and its trace travel on.
    package var forwardedOptions: CallOptions {
        CallOptions(
            deadline: deadline, profile: metadata.profile, traceparent: metadata.traceparent)
    }
}

/// What travels in a request's header. All of it is optional, and unknown keys are ignored.
package struct CallMetadata: Codable, Hashable, Sendable {
    package static let defaultProfile = "default"

    package var profile: String?
    /// A repeated key answers as the first time, and changes nothing.
    package var idempotencyKey: String?
    /// The W3C trace context of the caller, as it came.
    package var traceparent: String?

    package init(
        profile: String? = nil, idempotencyKey: String? = nil, traceparent: String? = nil
    ) {
        self.profile = profile
        self.idempotencyKey = idempotencyKey
        self.traceparent = traceparent
    }
}

/// What a caller may say about a call.
package struct CallOptions: Sendable {
    package var deadline: Deadline
    package var profile: String?
    package var idempotencyKey: String?
    /// W3C trace context, passed on by whoever serves the call to the calls made for it.
    package var traceparent: String?
    /// Items that the other end may send before the caller has consumed one.
    package var window: Int
    /// The instance that is meant, or any that serves the service of this name; nil: whoever serves
    /// the method.
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
