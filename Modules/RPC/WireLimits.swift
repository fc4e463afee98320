/// What one end accepts from the other.
package enum WireLimits {
    /// The body and the columns of one message; more than that is a stream.
    package static let messageBytes = 8 << 20
    package static let frameBytes = messageBytes
    /// What is received of one message: its content, and its other frames with what each frame costs.
    package static let receivedBytes = messageBytes + (64 << 10)
    /// What is received of all messages that are not complete.
    package static let incompleteBytes = 48 << 20
    /// Where a page of things whose sizes differ ends, with room for the one that passes it. JSON makes
    /// up to six bytes of one.
    package static let pageBytes = 1 << 20
    /// Where a page of chunks ends, with room for the other columns.
    package static let chunkBytes = messageBytes - (64 << 10)
    package static let frames = 64
    package static let headerBytes = 16 << 10
    package static let routeBytes = 255
    /// Items that may be on their way in one direction of one call, whatever was granted.
    package static let window: UInt32 = 256
    /// Calls that one connection may have open.
    package static let openCalls = 1024
}
