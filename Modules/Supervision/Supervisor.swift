import Contracts
import Glibc
package import HostFiles
import Processes
package import RPC
import ZeroMQ
package import ZeroMQTransport

/// Carries out the actions of the process table and reports their results to the table.
///
/// The actor runs on the thread of its event loop. That thread starts the processes, so that the kernel
/// kills them when it ends, and observes each end by a pidfd within a fraction of a millisecond.
package actor Supervisor {
    package nonisolated let home: Home
    nonisolated let loop: Loop
    private nonisolated let executor: LoopExecutor
    nonisolated let logs: LogCollector
    private let start = ContinuousClock.now
    private let environment: [String: String]
    let bus: BusConnection
    /// Distinguishes the instances of this supervisor from those of an earlier one.
    private let generation = String(UInt32.random(in: 0 ... .max), radix: 16)
    /// A secret of this supervisor and its brokers.
    let secret = StartSecret()
    var table: ProcessTable
    var running: [ProcessTable.Instance: RunningProcess] = [:]
    private var reasons: [String: String] = [:]
    /// The processes whose reason is what delays their start, and not that of their last end.
    private var preparations: Set<String> = []
    private var pending: [ProcessTable.Event] = []
    private var isHandlingEvents = false
    private var alarm: LoopTimer?
    private var waiters: [Int: Waiter] = [:]
    private var lastWaiterID = 0
    /// The last expectation sent to the broker; nil if none was sent to this broker.
    var announced: BusBroker.ExpectRequest?
    /// Publishes state changes on the bus.
    private let events: EventPublisher
    private var publishing: Task<Void, Never>?
    private let onChange: @Sendable (ProcessChange) -> Void

    private struct Waiter {
        let isOver: @Sendable (ProcessTable) -> Bool
        let continuation: CheckedContinuation<Void, Never>
    }

    package nonisolated var unownedExecutor: UnownedSerialExecutor {
        executor.asUnownedSerialExecutor()
    }

    /// Creates a supervisor for a home that is prepared and locked. Processes inherit `environment` with
    /// additional variables. With `joined`, the processes serve the system at that endpoint, whose key is in
    /// `keyFile`. `onChange` is called on the event loop for each change that is logged.
    package init(
        home: Home, table: ProcessTable, environment: [String: String],
        joined: (endpoint: Endpoint, keyFile: String)? = nil,
        onChange: @escaping @Sendable (ProcessChange) -> Void = { _ in }
    ) throws {
        let endpoint = try joined?.endpoint ?? .ipc(home.busSocket)
        self.home = home
        self.table = table
        self.onChange = onChange
        loop = try Loop()
        executor = LoopExecutor(loop)
        logs = try LogCollector(
            home, format: environment[.logFormat].flatMap(LogFormat.init(rawValue:)) ?? .text)
        bus = BusConnection(endpoint: endpoint, loop: loop, connectTimeout: .seconds(2))
        events = EventPublisher(publisher: "supervisor.\(generation)")
        var environment = environment
        environment[.home] = home.folder
        environment[.run] = home.runFolder
        environment[.bus] = endpoint.address
        environment[.keyFile] = joined?.keyFile
        self.environment = environment
    }

    /// Handles an event and carries out all resulting actions before it returns.
    package func handle(_ event: ProcessTable.Event) {
        pending.append(event)
        // An action may cause another event.
        guard !isHandlingEvents else { return }
        isHandlingEvents = true
        while !pending.isEmpty {
            let event = pending.removeFirst()
            for action in table.handle(event, at: start.duration(to: .now)) { perform(action) }
        }
        isHandlingEvents = false
        setAlarm()
        announceServices()
        for (id, waiter) in waiters where waiter.isOver(table) {
            waiters[id] = nil
            waiter.continuation.resume()
        }
    }

    /// Returns when `isOver` is true, or the task is cancelled.
    package func wait(until isOver: @escaping @Sendable (ProcessTable) -> Bool) async {
        lastWaiterID += 1
        let id = lastWaiterID
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                guard !Task.isCancelled, !isOver(table) else { return continuation.resume() }
                waiters[id] = Waiter(isOver: isOver, continuation: continuation)
            }
        } onCancel: {
            Task { await self.stopWaiting(id) }
        }
    }

    private func stopWaiting(_ id: Int) {
        waiters.removeValue(forKey: id)?.continuation.resume()
    }

    package var uptime: Duration { start.duration(to: .now) }
    package var failures: [(slot: String, reason: String)] { table.failures }
    package var groups: [WorkerGroup] { table.groups }

    /// The states of all processes in their start order.
    package func snapshot() -> [ProcessSnapshot] {
        table.slots.map { slot in
            let process = running[slot.instance]
            return ProcessSnapshot(
                name: slot.name, group: slot.group, state: slot.phase.state,
                restarts: slot.restarts, pid: process?.child.pid, instance: process?.instance,
                uptime: process.map { $0.startedAt.duration(to: .now) },
                reason: reasons[slot.name])
        }
    }

    /// Starts publishing state changes, those before the broker was ready included.
    func startPublishing() {
        guard publishing == nil else { return }
        publishing = Task { [events, bus] in await events.run(on: Client(bus)) }
    }

    /// The broker's list of workers and services; nil if no broker responds within half a second.
    package func brokerList() async -> BusBroker.ListResponse? {
        guard table.isBrokerReady else { return nil }
        return try? await Client(bus).call(
            BusBroker.list, Empty(), CallOptions(deadline: .after(.milliseconds(500))))
    }

    /// Closes the bus and the logs after every process has ended.
    package func close() {
        if let alarm { loop.cancel(alarm) }
        publishing?.cancel()
        bus.close()
        logs.stop()
    }
}

// MARK: Actions

extension Supervisor {
    private func perform(_ action: ProcessTable.Action) {
        switch action {
        case .spawn(let instance): spawn(instance)
        case .drain(let instance): running[instance]?.sendOrder(.drain)
        case .terminate(let instance): running[instance]?.child.send(SIGTERM)
        case .abort(let instance): running[instance]?.child.send(SIGABRT)
        case .kill(let instance): running[instance]?.child.killGroup()
        case .report(let slot, let state, let reason):
            if state == .ready, preparations.remove(slot) != nil { reasons[slot] = nil }
            if let reason {
                reasons[slot] = reason
                if state == .starting {
                    preparations.insert(slot)
                } else {
                    preparations.remove(slot)
                }
            }
            let change = ProcessChange(name: slot, state: state, reason: reason)
            onChange(change)
            events.publish(Control.stateTopic, change.fields)
        }
    }

    private func spawn(_ instance: ProcessTable.Instance) {
        guard let slot = table.slots.first(where: { $0.instance == instance }),
            let group = table.groups.first(where: { $0.name == slot.group })
        else { return }
        do {
            let output = try logs.open(slot.name)
            defer { Glibc.close(output) }
            let name = "\(instance).\(generation)"
            let isBroker = group.plugin.manifest.kind == .broker
            running[instance] = try RunningProcess(
                group, name: slot.name, instance: name,
                token: isBroker ? secret.text : secret.token(of: .instance(name)),
                environment: environment, output: output)
            try watch(instance)
        } catch {
            discard(instance)
            pending.append(.ended(instance, .explained(Status(describing: error).message)))
        }
    }

    /// Kills and reaps a process that cannot be watched.
    private func discard(_ instance: ProcessTable.Instance) {
        guard let process = running.removeValue(forKey: instance) else { return }
        if let source = process.endSource { loop.unwatch(source) }
        process.child.killGroup()
        _ = process.child.wait(milliseconds: 1000)
        Glibc.close(process.channel)
    }

    private func watch(_ instance: ProcessTable.Instance) throws {
        guard let process = running[instance] else { return }
        running[instance]?.endSource = try loop.watch(process.child.pidfd) { [weak self] in
            self?.assumeIsolated { $0.handleEnd(instance) }
            return false
        }
        running[instance]?.channelSource = try loop.watch(process.channel) { [weak self] in
            self?.assumeIsolated { $0.readReports(of: instance) }
            return false
        }
    }

    private func readReports(of instance: ProcessTable.Instance) {
        guard let (reports, isClosed) = running[instance]?.readReports() else { return }
        if isClosed, let source = running[instance]?.channelSource {
            // The end of the process is observed by its pidfd.
            loop.unwatch(source)
            running[instance]?.channelSource = nil
        }
        for case .preparing(let step) in reports { handle(.preparing(instance, step)) }
        if reports.contains(.ready) { handle(.ready(instance)) }
    }

    private func handleEnd(_ instance: ProcessTable.Instance) {
        // The event loop may report a spurious event.
        guard var process = running[instance], process.child.hasEnded else { return }
        // Before it is reaped: the process group ID cannot have been reused yet.
        process.child.killGroup()
        guard let ending = process.child.reap() else { return }
        _ = process.readReports()
        for source in [process.endSource, process.channelSource] {
            if let source { loop.unwatch(source) }
        }
        Glibc.close(process.channel)
        running[instance] = nil
        reportEnded(process.instance)
        handle(.ended(instance, process.explanation.map { .explained($0) } ?? .ended(ending)))
    }

    private func setAlarm() {
        if let alarm { loop.cancel(alarm) }
        alarm = table.nextDeadline.map { moment in
            loop.schedule(at: start + moment) { [weak self] in
                self?.assumeIsolated { $0.handle(.timer) }
            }
        }
    }
}
