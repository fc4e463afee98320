import Synchronization

/// Refuses all writes of a database once another home was promoted in its place.
final class WriteFence: Sendable {
    private let fault = Mutex<DatabaseFault?>(nil)

    /// Refuses writes from now on; `file` has the changes that only this home has, nil: no changes.
    func raise(file: String?) {
        fault.withLock { $0 = .superseded(file: file) }
    }

    /// - Throws: The refusal, if the fence is raised.
    func check() throws {
        if let fault = fault.withLock({ $0 }) { throw fault }
    }
}
