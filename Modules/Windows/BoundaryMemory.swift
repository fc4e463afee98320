/// Lets the same boundary ask only once; each side has a memory of its own.
package struct BoundaryMemory<Boundary: Hashable & Sendable>: Hashable, Sendable {
    private var lastRequested: [PageDirection: Boundary] = [:]

    package init() {}

    /// Whether this boundary may ask: it is not the one that asked last.
    package mutating func shouldRequest(_ direction: PageDirection, at boundary: Boundary) -> Bool {
        guard lastRequested[direction] != boundary else { return false }
        lastRequested[direction] = boundary
        return true
    }

    /// After a failure the same boundary may ask again.
    package mutating func reset(_ direction: PageDirection) {
        lastRequested[direction] = nil
    }
}
