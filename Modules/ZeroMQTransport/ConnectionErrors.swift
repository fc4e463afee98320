import RPC

/// No server listens at the endpoint: the call was not sent.
struct NoListenerError: StatusConvertible {
    let endpoint: Endpoint

    var status: Status {
        guard !endpoint.isRemote else {
            return Status(
                .unavailable, "Dayline does not answer at \(endpoint), or has another server key.",
                hint: "On the machine of the home, show the address with: "
                    + "dayline settings get listen")
        }
        return Status(
            .unavailable, "Dayline is not running: nothing answers at \(endpoint).",
            hint: "Start it with: dayline up")
    }
}

/// The server does not accept the key: the call was not sent.
struct KeyRefusedError: StatusConvertible {
    let endpoint: Endpoint

    var status: Status {
        Status(
            .unauthenticated,
            "\(endpoint) does not accept the \(endpoint.key?.description ?? "key").",
            hint: "Create another on the machine of the home: dayline keys new NAME --role ROLE")
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
