import RPC

/// Failures that the broker reports itself.
extension Status {
    static func noRoute(_ path: String) -> Self {
        Self(
            .invalidArgument, "\"\(path)\" is not the name of a method.",
            hint: "Write SERVICE/METHOD. List the methods with: dayline services")
    }

    static func serviceUnavailable(_ service: String, reason: String? = nil) -> Self {
        Self(
            .unavailable,
            "No worker serves \(service) at the moment." + (reason.map { " \($0)" } ?? ""),
            hint: "Show the state of the workers with: dayline status")
    }

    static func unknownService(_ service: String, nearest: String?) -> Self {
        Self(
            .unimplemented, "There is no service called \(service).",
            hint: nearest.map { "Did you mean \"\($0)\"?" }
                ?? "List the services with: dayline services")
    }

    static func serviceNotStarted(_ service: String) -> Self {
        Self(
            .unavailable, "The worker that serves \(service) is not ready yet.",
            hint: "Show the state of the workers with: dayline status")
    }

    static func noInstance(_ target: String) -> Self {
        Self(
            .unavailable, "No worker is called \(target) at the moment.",
            hint: "Show the state of the workers with: dayline status")
    }

    static func instanceAtCapacity(_ target: String) -> Self {
        Self(
            .resourceExhausted, "\(target) already runs its limit of calls.",
            hint: "Try again in a moment.")
    }

    static func queueIsFull(_ service: String) -> Self {
        Self(
            .resourceExhausted, "Too many calls are waiting for \(service).",
            hint: "Try again in a moment.")
    }

    static func tooManyCalls(_ limit: Int) -> Self {
        Self(
            .resourceExhausted, "The client already has its limit of \(limit) open calls.",
            hint: "Wait for some of them to end.")
    }

    static var tooManyBytesSent: Self {
        Self(
            .resourceExhausted,
            "The broker cannot accept the message: too many bytes wait for workers that have not "
                + "read them.",
            hint: "Wait for some calls to end, or send smaller messages.")
    }

    static var tooManyUnreadBytes: Self {
        Self(
            .resourceExhausted,
            "The broker cannot keep the answer: too many bytes wait for clients that have not "
                + "read them.",
            hint: "Read the previous answers first, or request less data at a time.")
    }

    static func eventTooLarge(_ limit: Int) -> Self {
        Self(
            .resourceExhausted, "The strings of the event have more than \(limit) bytes.",
            hint: "Publish an identifier of the change, and let subscribers request the rest.")
    }

    static func deadlineExceeded(_ service: String) -> Self {
        Self(.deadlineExceeded, "\(service) did not answer in time.")
    }

    static var announcementRefused: Self {
        Self(
            .invalidArgument,
            "The announcement of a worker needs an instance and at most "
                + "\(BrokerLimits().servicesPerWorker) services, none of them a bus service.")
    }

    static func reservedName(_ service: String) -> Self {
        Self(
            .permissionDenied,
            "\(service) is announced without a token of the supervisor: names that begin with "
                + "\"dayline.\" are reserved.",
            hint: "Announce the service under another name, such as org.example.Echo.")
    }

    static func invalidToken(_ instance: String) -> Self {
        Self(
            .permissionDenied, "The token is not that of the instance \(instance).",
            hint: "Send the token that the supervisor passed to this process, or no token.")
    }

    static func instanceInUse(_ instance: String) -> Self {
        Self(
            .permissionDenied, "The instance \(instance) is registered on another connection.",
            hint: "Announce an instance that no other process uses, or send its token.")
    }

    static func noBulkOwner(_ instance: String) -> Self {
        Self(
            .permissionDenied, "No worker with this key is registered as \(instance).",
            hint: "Announce the worker on its first connection, then the second one.")
    }

    static var supervisorOnly: Self {
        Self(
            .permissionDenied, "Only the supervisor may report which processes run.",
            hint: "Stop and start processes with: dayline restart")
    }

    static func workerLost(
        _ name: String, _ departure: WorkerDeparture
    ) -> Self {
        let reason =
            switch departure {
            case .goodbye, .replaced: "left"
            case .unreachable, .reportedEnded: "ended"
            case .silent: "stopped responding"
            }
        return Self(
            .unavailable, "The \(name) worker \(reason) before it answered.",
            hint: "Try again in a moment.")
    }
}
