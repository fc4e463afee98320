/// A type that registers its methods on a router.
package protocol Service: Sendable {
    func register(on router: inout Router)
}
