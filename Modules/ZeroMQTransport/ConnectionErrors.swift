import RPC

/// No server listens at the endpoint: the call was not sent.
struct NoListenerError: StatusConvertible {
    let endpoint: Endpoint

    var status: Status {
        Status(
            .unavailable, "Dayline is not running: nothing answers at \(endpoint).",
            hint: "Start it with: dayline up")
    }
}

/// The connection broke while the call was open: its outcome is unknown.
struct ConnectionLost: StatusConvertible {
    let endpoint: Endpoint

    var status: Status {
        Status(
            .unavailable, "The connection to \(endpoint) was lost before the answer.",
            hint: "Try again in a moment.")
    }
}
