/// Lets the same boundary ask only once; each side has a memory of its own.
package struct BoundaryMemory<Boundary: Hashable & Sendable>: Hashable, Sendable {
    private var asked: [PageDirection: Boundary] = [:]

    package init() {}

    /// Whether this boundary may ask: it is not the one that asked last.
    package mutating func fires(_ direction: PageDirection, at boundary: Boundary) -> Bool {
        guard asked[direction] != boundary else { return false }
        asked[direction] = boundary
        return true
    }

    /// After a failure the same boundary may ask again.
    package mutating func forget(_ direction: PageDirection) {
        asked[direction] = nil
    }
}
