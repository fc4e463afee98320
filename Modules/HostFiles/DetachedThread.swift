import Glibc
package import RPC

/// A thread that runs one function, which may wait in the kernel, and then ends.
package enum DetachedThread {
    private final class Body {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }
    }

    /// - Throws: RESOURCE_EXHAUSTED if the system has no thread left.
    package static func start(_ run: @escaping @Sendable () -> Void) throws(Status) {
        let body = Unmanaged.passRetained(Body(run))
        var thread = pthread_t()
        let code = pthread_create(
            &thread, nil,
            { body in
                if let body { Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run() }
                return nil
            }, body.toOpaque())
        guard code == 0 else {
            body.release()
            throw Status(
                .resourceExhausted, "No thread can be started: \(String(cString: strerror(code))).",
                hint: "Raise the limit of processes of the user: ulimit -u")
        }
        pthread_detach(thread)
    }
}
