package import HostFiles
package import RPC

/// The clock that reminders follow. Tests have one whose time they set.
package protocol NotifierClock: Sendable {
    /// Milliseconds since 1970 UTC.
    var now: Int64 { get }

    /// An alarm that is not set. `fire` is called once for each instant, at or after the instant, and
    /// whenever the clock was set.
    /// - Throws: RESOURCE_EXHAUSTED if the system has no thread or descriptor left.
    func makeAlarm(
        _ fire: @escaping @Sendable (WallClockAlarm.Reason) -> Void
    ) throws(Status) -> any ClockAlarm
}

/// Calls a function at an instant of a clock, and when the clock was set.
package protocol ClockAlarm: Sendable {
    /// Replaces the instant, in milliseconds since 1970 UTC; nil: none.
    func set(_ milliseconds: Int64?)

    /// Ends the alarm.
    func close()
}

extension WallClockAlarm: ClockAlarm {}

/// The real-time clock of the system.
package struct SystemClock: NotifierClock {
    package init() {}

    package var now: Int64 { WallClock.milliseconds() }

    package func makeAlarm(
        _ fire: @escaping @Sendable (WallClockAlarm.Reason) -> Void
    ) throws(Status) -> any ClockAlarm {
        try WallClockAlarm(fire: fire)
    }
}
