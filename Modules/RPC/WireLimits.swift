/// What one end accepts from the other.
package enum WireLimits {
    package static let frameBytes = 16 << 20
    /// Where a page of things whose sizes differ ends, with room for the one that passes it.
    package static let pageBytes = 4 << 20
    package static let frames = 64
    package static let headerBytes = 16 << 10
    package static let routeBytes = 255
    /// Items that may be on their way in one direction of one call, whatever was granted.
    package static let window: UInt32 = 256
    /// Calls that one connection may have open.
    package static let openCalls = 1024
}
