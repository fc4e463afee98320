/// The state of a process at one moment.
package struct ProcessSnapshot: Hashable, Sendable {
    package let name: String
    package let group: String
    package let state: ProcessTable.State
    package let restarts: Int
    /// Nil if no process runs.
    package let pid: Int32?
    /// The instance name on the bus; nil if no process runs.
    package let instance: String?
    package let uptime: Duration?
    /// The reason of the last end that was not requested; nil without such an end.
    package let reason: String?
}
