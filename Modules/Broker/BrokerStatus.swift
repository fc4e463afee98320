import RPC

/// What a broker answers itself.
extension Status {
    static func noRoute(_ path: String) -> Self {
        Self(
            .invalidArgument, "\"\(path)\" is no method.",
            hint: "A method is written service/Method; see: dayline services")
    }

    static func nobodyServes(_ service: String, because reason: String? = nil) -> Self {
        Self(
            .unavailable,
            "Nobody serves \(service) at the moment." + (reason.map { " \($0)" } ?? ""),
            hint: "See what runs with: dayline status")
    }

    static func didNotStart(_ service: String) -> Self {
        Self(
            .unavailable, "The worker that serves \(service) is not ready yet.",
            hint: "See what runs with: dayline status")
    }

    static func noInstance(_ target: String) -> Self {
        Self(
            .unavailable, "There is no \(target) at the moment.",
            hint: "See what runs with: dayline status")
    }

    static func instanceIsFull(_ target: String) -> Self {
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

    static func deadlineExceeded(_ service: String) -> Self {
        Self(.deadlineExceeded, "\(service) did not answer in time.")
    }

    static var announcementRefused: Self {
        Self(
            .invalidArgument,
            "A worker has an instance, at most \(BrokerLimits().servicesPerWorker) services, and "
                + "none of the bus's own.")
    }

    static func workerLost(
        _ name: String, _ departure: WorkerDeparture
    ) -> Self {
        let reason =
            switch departure {
            case .leaving, .replaced: "left"
            case .unreachable, .reportedGone: "ended"
            case .silent: "stopped responding"
            }
        return Self(
            .unavailable, "The \(name) worker \(reason) before it answered.",
            hint: "Try again in a moment.")
    }
}
