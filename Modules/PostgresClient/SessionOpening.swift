import CLibPQ
import CLinux
import Glibc
import RPC

/// Opens sessions with a server. Runs on the thread of a connection, because libpq resolves host names and
/// reads certificates without returning in between.
struct SessionOpening {
    let address: PostgresAddress
    let deadline: ContinuousClock.Instant
    let wakeup: Int32
    let isInterrupted: () -> Bool

    /// - Throws: `PostgresError.cannotConnect`, or `cancelled`.
    func open() throws(PostgresError) -> PostgresSession {
        let options: [String: String]
        do throws(Status) {
            options = try address.connectionOptions()
        } catch {
            throw .cannotConnect(
                address: address.description, reason: PostgresAddress.line(of: error.description),
                refusal: .password)
        }
        var pointer = try start(options)
        if let list = PQconninfo(pointer),
            let verification = PostgresAddress.verification(of: PostgresAddress.values(of: list))
        {
            // Nothing but the beginning of the TCP connection was sent yet.
            PQfinish(pointer)
            pointer = try start(options.merging(verification) { $1 })
        }
        let session = PostgresSession(
            moving: pointer, wakeup: wakeup, isInterrupted: isInterrupted)
        try connect(pointer)
        guard PQsetnonblocking(pointer, 1) == 0 else {
            throw failure(String(cString: PQerrorMessage(pointer)))
        }
        dayline_pq_ignore_notices(pointer)
        return session
    }

    private func start(_ options: [String: String]) throws(PostgresError) -> OpaquePointer {
        let sorted = options.sorted { $0.key < $1.key }
        let pointer = withArrayOfCStrings(sorted.map(\.key)) { keywords in
            withArrayOfCStrings(sorted.map(\.value)) { values in
                PQconnectStartParams(keywords, values, 0)
            }
        }
        guard let pointer else { throw failure("out of memory") }
        guard PQstatus(pointer) != CONNECTION_BAD else {
            defer { PQfinish(pointer) }
            throw failure(String(cString: PQerrorMessage(pointer)))
        }
        return pointer
    }

    /// Performs the handshake until the session is ready.
    private func connect(_ pointer: OpaquePointer) throws(PostgresError) {
        var events = Int16(POLLOUT)
        while true {
            try wait(for: PQsocket(pointer), events)
            switch PQconnectPoll(pointer) {
            case PGRES_POLLING_OK: return
            case PGRES_POLLING_READING: events = Int16(POLLIN)
            case PGRES_POLLING_WRITING: events = Int16(POLLOUT)
            default: throw failure(String(cString: PQerrorMessage(pointer)))
            }
        }
    }

    private func wait(for descriptor: Int32, _ events: Int16) throws(PostgresError) {
        while true {
            var entries = [
                pollfd(fd: descriptor, events: events, revents: 0),
                pollfd(fd: wakeup, events: Int16(POLLIN), revents: 0),
            ]
            let left = ContinuousClock.now.duration(to: deadline) / .milliseconds(1)
            poll(&entries, 2, Int32(clamping: Int(max(0, min(left.rounded(.up), 3_600_000)))))
            if entries[0].revents != 0 { return }
            if entries[1].revents != 0 {
                dayline_eventfd_clear(wakeup)
                if isInterrupted() { throw .cancelled }
            }
            guard ContinuousClock.now < deadline else {
                throw failure("no answer within the time limit")
            }
        }
    }

    private func failure(_ message: String) -> PostgresError {
        .cannotConnect(
            address: address.description, reason: PostgresAddress.line(of: message),
            refusal: ConnectionRefusal(message))
    }
}

/// Calls `body` with the addresses of the texts, terminated by null.
private func withArrayOfCStrings<Value>(
    _ texts: [String], _ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Value
) -> Value {
    let copies = texts.map { strdup($0) }
    defer { for copy in copies { free(copy) } }
    let pointers: [UnsafePointer<CChar>?] = copies.map { $0.map { UnsafePointer($0) } } + [nil]
    return pointers.withUnsafeBufferPointer { body($0.baseAddress) }
}
