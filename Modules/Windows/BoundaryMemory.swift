/// Suppresses repeated requests at the same boundary, separately for each direction.
package struct BoundaryMemory<Boundary: Hashable & Sendable>: Hashable, Sendable {
    private var lastRequested: [PageDirection: Boundary] = [:]

    package init() {}

    /// True if the boundary differs from that of the last request in the direction. Records the boundary.
    package mutating func shouldRequest(_ direction: PageDirection, at boundary: Boundary) -> Bool {
        guard lastRequested[direction] != boundary else { return false }
        lastRequested[direction] = boundary
        return true
    }

    /// Allows another request at the same boundary, after a failure.
    package mutating func reset(_ direction: PageDirection) {
        lastRequested[direction] = nil
    }
}
