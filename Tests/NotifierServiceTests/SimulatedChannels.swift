import Foundation
import NotifierService
import Synchronization

/// The receivers of a simulated notifier, with the moments at which the notifier is killed.
///
/// A kill has the effect of SIGKILL: nothing that the notifier does after it reaches a receiver or the next
/// start, and the delivery log is what the file has at that moment.
final class SimulatedChannels: Sendable {
    enum Mode: CaseIterable {
        case accepting
        /// Answers with a server error.
        case failing
        /// Receives the notification, and its answer is lost.
        case losingAnswers
        /// Receives nothing.
        case unreachable
    }

    /// A notification that a receiver got.
    struct Arrival {
        var channel: String
        var key: String
        var token: String
        var actions: [String]
        var activities: [String]
        var day: String
        var text: String
        /// True if the notifier has stored that the receiver accepted the notification.
        var isAcknowledged: Bool
    }

    private struct State {
        var modes: [String: Mode] = [:]
        var arrivals: [Arrival] = []
        /// The incarnation of the notifier that is running; the others are dead.
        var running = 0
        /// The steps until the notifier is killed; nil: it is not killed.
        var remainingSteps: Int?
        /// The path of the log of the running notifier.
        var log = ""
        var snapshot: Data?
        /// Changes of the clock with the steps until each.
        var clockChanges: [(rest: Int, set: @Sendable () -> Void)] = []
    }

    private let state = Mutex(State())

    var arrivals: [Arrival] { state.withLock { $0.arrivals } }
    /// The log at the kill; nil while the notifier runs.
    var snapshot: Data? { state.withLock { $0.snapshot } }

    func set(_ mode: Mode, for channel: String) {
        state.withLock { $0.modes[channel] = mode }
    }

    /// Kills the notifier after a number of steps: readings of the clock, requests and their answers.
    func kill(after steps: Int?) {
        state.withLock { $0.remainingSteps = steps }
    }

    func killNow() {
        state.withLock { Self.kill(&$0) }
    }

    /// Begins an incarnation of the notifier with its log. Returns its number.
    func start(log: String) -> Int {
        state.withLock { state in
            state.running += 1
            state.log = log
            state.snapshot = nil
            return state.running
        }
    }

    /// Calls `set` after a number of steps of the notifier.
    func setClock(after steps: Int, _ set: @escaping @Sendable () -> Void) {
        state.withLock { $0.clockChanges.append((steps, set)) }
    }

    func removeClockChanges() {
        state.withLock { $0.clockChanges = [] }
    }

    /// One step of an incarnation. Returns false if it is dead.
    @discardableResult
    func step(_ incarnation: Int) -> Bool {
        let due = state.withLock { state -> [@Sendable () -> Void]? in
            guard Self.step(&state, incarnation) else { return nil }
            for index in state.clockChanges.indices { state.clockChanges[index].rest -= 1 }
            let due = state.clockChanges.filter { $0.rest <= 0 }.map(\.set)
            state.clockChanges.removeAll { $0.rest <= 0 }
            return due
        }
        for set in due ?? [] { set() }
        return due != nil
    }

    /// The answer to a request of an incarnation.
    func post(_ incarnation: Int, _ body: [UInt8], _ url: String) -> HTTPOutcome {
        let channel = String(url.split(separator: "/").last ?? "")
        guard step(incarnation) else { return .failed("killed") }
        let mode = state.withLock { $0.modes[channel] ?? .accepting }
        guard mode != .unreachable else { return .failed("unreachable") }
        let document =
            (try? JSONSerialization.jsonObject(with: Data(body))) as? [String: Any] ?? [:]
        func text(_ key: String) -> String { document[key] as? String ?? "" }
        state.withLock { state in
            state.arrivals.append(
                Arrival(
                    channel: channel, key: text("key"), token: text("token"),
                    actions: document["actions"] as? [String] ?? [],
                    activities: document["activities"] as? [String] ?? [], day: text("day"),
                    text: text("title") + "\n" + text("body"),
                    isAcknowledged: mode == .accepting))
        }
        // Killed between the answer of the receiver and its record.
        guard step(incarnation) else { return .failed("killed") }
        switch mode {
        case .accepting: return .status(200)
        case .failing: return .status(503)
        case .losingAnswers, .unreachable: return .failed("no answer")
        }
    }

    private static func step(_ state: inout State, _ incarnation: Int) -> Bool {
        guard incarnation == state.running, state.snapshot == nil else { return false }
        guard let rest = state.remainingSteps else { return true }
        state.remainingSteps = rest - 1
        guard rest <= 1 else { return true }
        kill(&state)
        return false
    }

    private static func kill(_ state: inout State) {
        guard state.snapshot == nil else { return }
        state.remainingSteps = nil
        let log = FileManager.default.contents(atPath: state.log) ?? Data()
        state.snapshot = log
        let delivered = Set(
            StoredDelivery.read(log).filter { $0.state == "delivered" }
                .map { [$0.channel, $0.key] })
        for index in state.arrivals.indices {
            let arrival = state.arrivals[index]
            if !delivered.contains([arrival.channel, arrival.key]) {
                state.arrivals[index].isAcknowledged = false
            }
        }
    }
}
