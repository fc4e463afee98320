import Memberwise

/// Data of a call that its handler receives beside the request.
@Memberwise
package struct CallContext: Sendable {
    package var deadline: Deadline = .never
    package var metadata: CallMetadata = CallMetadata()
    /// The name of the caller's key; nil: the caller is a program on the machine of the home.
    package var key: String? = nil

    /// The caller's profile, or the default one.
    package var profile: String { metadata.profile ?? CallMetadata.defaultProfile }

    /// Size at which a page ends: smaller for callers on other machines, whose links are slow.
    package var pageBytes: Int {
        key == nil ? WireLimits.pageBytes : WireLimits.remotePageBytes
    }

    /// Options for a call made on behalf of this one, with the same deadline, profile and trace context.
    package var forwardedOptions: CallOptions {
        CallOptions(
            deadline: deadline, profile: metadata.profile, traceparent: metadata.traceparent)
    }
}

/// Fields of a request's header. All are optional, and unknown keys are ignored.
@Message
package struct CallMetadata: Codable, Hashable, Sendable {
    package static let defaultProfile = "default"

    package var profile: String? = nil
    /// A repeated request with the same key is not executed again and returns the first response.
    package var idempotencyKey: String? = nil
    /// W3C trace context of the calls that are made for this one: the trace of the caller, and the span of
    /// this call.
    package var traceparent: String? = nil
}

/// Options of a call that the caller can set.
@Memberwise
package struct CallOptions: Sendable {
    package var deadline: Deadline = .after(defaultTimeout)
    package var profile: String? = nil
    package var idempotencyKey: String? = nil
    /// W3C trace context; nil: that of the task, if it has one.
    package var traceparent: String? = nil
    /// Items that the server may send before the caller has consumed one.
    package var window: Int = 8
    /// An instance, or a service: any worker that serves it. Nil selects any worker that serves the
    /// method.
    package var target: String? = nil

    package static let defaultTimeout = Duration.seconds(30)
}
