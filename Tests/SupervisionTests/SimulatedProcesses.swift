import HostFiles
import Processes

@testable import Supervision

/// A process table with a manual clock and simulated processes.
struct SimulatedProcesses {
    private(set) var now = Duration.zero
    private(set) var table: ProcessTable
    /// The actions of the table, one per line.
    private(set) var journal: [String] = []
    /// The number of the last run of each process.
    private(set) var runs: [String: Int] = [:]

    init(_ groups: [WorkerGroup], policy: RestartPolicy = RestartPolicy()) {
        table = ProcessTable(groups: groups, policy: policy, random: { 0.5 })
    }

    /// A broker, storage after it, and two aggregation workers after storage.
    static func standard() throws -> Self {
        Self(try ["broker", "storage", "aggregation"].map { try group($0) })
    }

    mutating func handle(_ event: ProcessTable.Event) {
        for action in table.handle(event, at: now) {
            switch action {
            case .spawn(let instance):
                runs[instance.slot] = instance.run
                journal.append("spawn \(instance.slot)")
            case .drain(let instance): journal.append("drain \(instance.slot)")
            case .terminate(let instance): journal.append("terminate \(instance.slot)")
            case .abort(let instance): journal.append("abort \(instance.slot)")
            case .kill(let instance): journal.append("kill \(instance.slot)")
            case .report: break
            }
        }
    }

    mutating func ready(_ slot: String) {
        handle(.ready(instance(slot)))
    }

    mutating func preparing(_ slot: String, _ step: String) {
        handle(.preparing(instance(slot), step))
    }

    mutating func crash(_ slot: String) {
        handle(.ended(instance(slot), .ended(.killed(signal: 9))))
    }

    mutating func end(_ slot: String) {
        handle(.ended(instance(slot), .ended(.exited(0))))
    }

    mutating func hang(_ slot: String) {
        handle(.hung(instance(slot)))
    }

    mutating func advance(_ duration: Duration) {
        now += duration
        handle(.timer)
    }

    /// Advances the clock to the next deadline of the table.
    mutating func advanceToNextDeadline() {
        guard let moment = table.nextDeadline else { return }
        advance(max(.zero, moment - now))
    }

    /// Crashes a process and makes its next run ready.
    /// - Returns: The delay of the restart.
    mutating func crashAndRestart(_ name: String) -> Duration {
        crash(name)
        var wait = Duration.zero
        if case .backoff(let until)? = slot(name)?.phase {
            wait = until - now
            advance(wait)
        }
        ready(name)
        return wait
    }

    /// Returns and clears the actions since the last call.
    mutating func removeJournal() -> [String] {
        defer { journal = [] }
        return journal
    }

    /// Starts everything and reports each process as ready.
    mutating func startAll() {
        handle(.start(group: nil))
        for slot in table.slots.map(\.name) { ready(slot) }
        _ = removeJournal()
    }

    func state(_ slot: String) -> ProcessTable.State? {
        table.slots.first { $0.name == slot }?.phase.state
    }

    func slot(_ name: String) -> ProcessSlot? {
        table.slots.first { $0.name == name }
    }

    private func instance(_ slot: String) -> ProcessTable.Instance {
        ProcessTable.Instance(slot: slot, run: runs[slot] ?? 0)
    }

    /// A plugin with a manifest of that name.
    static func plugin(_ name: String, after: [String] = [], count: Int = 1) throws
        -> InstalledPlugin
    {
        let names = after.map { "\"\($0)\"" }.joined(separator: ", ")
        let kind = name == "broker" ? "broker" : "worker"
        let text = """
            {"name": "\(name)", "kind": "\(kind)", "executable": "x", "summary": "x",
             "version": "1", "after": [\(names)], "count": \(count), "scalable": \(count > 1),
             "services": ["dayline.\(name).Test"]}
            """
        let file = "/plugins/\(name)/plugin.json"
        return InstalledPlugin(
            manifest: try Manifest(parsing: Array(text.utf8), file: file), file: file,
            executable: "/bin/\(name)")
    }

    private static func group(_ name: String) throws -> WorkerGroup {
        let plugins = try [
            plugin("broker"), plugin("storage"),
            plugin("aggregation", after: ["storage"], count: 2),
        ]
        guard let group = StartOrder(plugins).groups.first(where: { $0.name == name }) else {
            preconditionFailure("no group \(name)")
        }
        return group
    }
}
