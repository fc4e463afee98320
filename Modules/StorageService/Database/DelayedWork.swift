import Dispatch

/// Calls work once, after some time. A simulation passes its own.
package struct DelayedWork: Sendable {
    /// Calls `work` after a number of milliseconds.
    package typealias Schedule =
        @Sendable (_ milliseconds: Int, _ work: @escaping @Sendable () -> Void) -> Void

    let schedule: Schedule

    package init(_ schedule: @escaping Schedule) {
        self.schedule = schedule
    }

    /// On a queue of the system.
    package static let onQueue = DelayedWork { milliseconds, work in
        DispatchQueue.global(qos: .utility).asyncAfter(
            deadline: .now() + .milliseconds(milliseconds), execute: work)
    }
}
