import FIT
import PluginKit

/// The pauses of a recording, from the events of its timer.
struct FITPauses {
    /// Events `Pause` and `Resume` by time.
    private(set) var events: [ImportedWorkout.Event] = []
    private var isRunning = true

    private static let limit = 4096
    private static let timer = 0
    private static let start = 0
    /// The event types `stop`, `stop_all`, `stop_disable` and `stop_disable_all`.
    private static let stops: Set = [1, 4, 8, 9]

    mutating func receive(_ message: FITMessage) {
        guard message.integer(0) == Self.timer, let type = message.integer(1),
            let time = message.instant, events.count < Self.limit
        else { return }
        if type == Self.start, !isRunning {
            isRunning = true
            events.append(ImportedWorkout.Event(type: "Resume", start: time))
        } else if Self.stops.contains(type), isRunning {
            isRunning = false
            events.append(ImportedWorkout.Event(type: "Pause", start: time))
        }
    }

    /// The events between two instants. A pause that lasts until the end is the end itself.
    func events(from start: Int64, to end: Int64) -> [ImportedWorkout.Event] {
        var events = events.filter { (start...end).contains($0.start) }
        if events.last?.type == "Pause" { events.removeLast() }
        if events.first?.type == "Resume" { events.removeFirst() }
        return events
    }
}
