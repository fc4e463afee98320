/// A process as it was at one moment.
package struct ProcessSnapshot: Hashable, Sendable {
    package let name: String
    package let group: String
    package let state: ProcessTable.State
    package let restarts: Int
    /// Nil when none runs.
    package let pid: Int32?
    /// What it is called on the bus.
    package let instance: String?
    package let uptime: Duration?
    /// Why it last ended by itself.
    package let reason: String?
}
