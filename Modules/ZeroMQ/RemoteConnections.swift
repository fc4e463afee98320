import CLinux

/// The TCP connections that this process has accepted.
package enum RemoteConnections {
    /// Limits the connections that are open at once, those in a handshake included. Further ones are
    /// closed when they are accepted.
    package static func limit(_ count: Int) {
        dayline_remote_connections_limit(Int32(clamping: count))
    }

    /// Number of open connections.
    package static var count: Int { Int(dayline_remote_connections()) }

    /// Ends all connections whose numbers are not in `remaining`. Data that has arrived and is not
    /// yet read is lost.
    package static func endAll(except remaining: [UInt64]) {
        dayline_remote_connections_end(remaining, remaining.count)
    }
}
