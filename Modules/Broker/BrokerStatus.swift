import RPC

/// What a broker answers itself.
extension Status {
    static func noRoute(_ path: String) -> Self {
        Self(
            .invalidArgument, "\"\(path)\" is no method.",
            hint: "A method is written service/Method; see: dayline services")
    }

    static func serviceUnavailable(_ service: String, reason: String? = nil) -> Self {
        Self(
            .unavailable,
            "Nobody serves \(service) at the moment." + (reason.map { " \($0)" } ?? ""),
            hint: "See what runs with: dayline status")
    }

    static func unknownService(_ service: String, nearest: String?) -> Self {
        Self(
            .unimplemented, "There is no service called \(service).",
            hint: nearest.map { "Did you mean \"\($0)\"?" }
                ?? "See what there is with: dayline services")
    }

    static func serviceNotStarted(_ service: String) -> Self {
        Self(
            .unavailable, "The worker that serves \(service) is not ready yet.",
            hint: "See what runs with: dayline status")
    }

    static func noInstance(_ target: String) -> Self {
        Self(
            .unavailable, "There is no \(target) at the moment.",
            hint: "See what runs with: dayline status")
    }

    static func instanceAtCapacity(_ target: String) -> Self {
        Self(
            .resourceExhausted, "\(target) has as many calls as it can take.",
            hint: "Try again in a moment.")
    }

    static func queueIsFull(_ service: String) -> Self {
        Self(
            .resourceExhausted, "Too many calls wait for \(service).",
            hint: "Try again in a moment.")
    }

    static func tooManyCalls(_ limit: Int) -> Self {
        Self(
            .resourceExhausted, "A client may have \(limit) calls open at once.",
            hint: "Wait for some to end.")
    }

    static var tooManyBytesSent: Self {
        Self(
            .resourceExhausted,
            "The broker has no room for this message: too many bytes wait for workers that have not "
                + "read them.",
            hint: "Wait for some calls to end, or send less at a time.")
    }

    static var tooManyUnreadBytes: Self {
        Self(
            .resourceExhausted,
            "The broker has no room for the answer: too many bytes wait for clients that have not "
                + "read them.",
            hint: "Read what was answered before, or ask for less at a time.")
    }

    static func eventTooLarge(_ limit: Int) -> Self {
        Self(
            .resourceExhausted, "The texts of an event may have \(limit) bytes.",
            hint: "Publish what names the change, and let subscribers ask for the rest.")
    }

    static func deadlineExceeded(_ service: String) -> Self {
        Self(.deadlineExceeded, "\(service) did not answer in time.")
    }

    static var announcementRefused: Self {
        Self(
            .invalidArgument,
            "A worker has an instance, at most \(BrokerLimits().servicesPerWorker) services, and "
                + "none of the bus's own.")
    }

    static func reservedName(_ service: String) -> Self {
        Self(
            .permissionDenied,
            "\(service) is announced without the token of a start: names under \"dayline.\" are "
                + "Dayline's own.",
            hint: "Announce the service under a name of your own, such as org.example.Echo.")
    }

    static func invalidToken(_ instance: String) -> Self {
        Self(
            .permissionDenied, "The token is not that of the instance \(instance).",
            hint: "Send the token that the supervisor gave to this process, or none.")
    }

    static func instanceInUse(_ instance: String) -> Self {
        Self(
            .permissionDenied, "The instance \(instance) is registered on another connection.",
            hint: "Announce an instance that nobody else has, or the token of its start.")
    }

    static var supervisorOnly: Self {
        Self(
            .permissionDenied, "Only the supervisor may say which processes there are.",
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
