/// Limits that each end enforces on received messages.
package enum WireLimits {
    /// Body and columns of one message. Larger data needs a stream.
    package static let messageBytes = 8 << 20
    package static let frameBytes = messageBytes
    /// All frames of one received message, with an overhead for each frame.
    package static let receivedBytes = messageBytes + (64 << 10)
    /// All incomplete messages of a process together.
    package static let incompleteBytes = 48 << 20
    /// Size at which a page of variable-size elements ends. The limit leaves space for the element that
    /// exceeds it, since JSON escapes expand a byte to up to six.
    package static let pageBytes = 1 << 20
    /// ``pageBytes`` for callers on other machines: a page takes two seconds at 1 Mbit/s.
    package static let remotePageBytes = 256 << 10
    /// Size at which a page of chunks ends, with space for the other columns.
    package static let chunkBytes = messageBytes - (64 << 10)
    /// Frames of one message.
    package static let frames = 64
    /// Greatest request or answer on the connection for short calls, between machines.
    package static let shortBytes = 64 << 10
    package static let headerBytes = 16 << 10
    package static let routeBytes = 255
    /// Items in flight in one direction of one call, regardless of the credit granted.
    package static let window: UInt32 = 256
    /// Credit of one direction of one call that counts bytes, in KiB.
    package static let windowKibibytes: UInt32 = 1024
    /// Open calls of one connection.
    package static let openCalls = 1024
}
