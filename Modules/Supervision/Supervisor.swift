import Contracts
import Glibc
package import HostFiles
import Processes
package import RPC
import ZeroMQ
import ZeroMQTransport

/// Carries out what the process table decides, and tells it what became of that.
///
/// It lives on its loop's thread: that thread starts the processes, so that the system ends them
/// with it, and sees each end within a fraction of a millisecond by its pidfd.
package actor Supervisor {
    package nonisolated let home: Home
    nonisolated let loop: Loop
    private nonisolated let executor: LoopExecutor
    nonisolated let logs: LogCollector
    private let start = ContinuousClock.now
    private let environment: [String: String]
    let bus: BusConnection
    /// Tells the processes of this supervisor from those of an earlier one.
    private let generation = String(UInt32.random(in: 0 ... .max), radix: 16)
    /// Known to this supervisor and its brokers.
    let secret = StartSecret()
    var table: ProcessTable
    var running: [ProcessTable.Instance: RunningProcess] = [:]
    private var reasons: [String: String] = [:]
    private var pending: [ProcessTable.Event] = []
    private var isHandlingEvents = false
    private var alarm: LoopTimer?
    private var waiters: [Int: Waiter] = [:]
    private var lastWaiterID = 0
    /// What the broker was told to wait for; nil when none was told anything.
    var announced: BusBroker.ExpectRequest?
    /// What happens to the processes, for whoever listens on the bus.
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

    /// The home is prepared, and locked by the caller. Processes find `environment` in theirs, beside
    /// what they are told. `onChange` hears, on the loop, of everything that is worth a line in a log.
    package init(
        home: Home, table: ProcessTable, environment: [String: String],
        onChange: @escaping @Sendable (ProcessChange) -> Void = { _ in }
    ) throws {
        let endpoint = try Endpoint.ipc(home.busSocket)
        self.home = home
        self.table = table
        self.onChange = onChange
        loop = try Loop()
        executor = LoopExecutor(loop)
        logs = try LogCollector(home)
        bus = BusConnection(endpoint: endpoint, loop: loop, connectTimeout: .seconds(2))
        events = EventPublisher(publisher: "supervisor.\(generation)")
        var environment = environment
        environment[.home] = home.folder
        environment[.run] = home.runFolder
        environment[.bus] = endpoint.address
        self.environment = environment
    }

    /// Takes an event, and does what follows from it before it returns.
    package func handle(_ event: ProcessTable.Event) {
        pending.append(event)
        // What is done for one event may be the cause of the next.
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

    /// Returns when `isOver` holds, or the task is cancelled.
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
    package var isReady: Bool { table.isReady }
    package var failures: [(slot: String, reason: String)] { table.failures }
    package var groups: [WorkerGroup] { table.groups }

    /// Every process as it is now, in the order of starting.
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

    /// Publishes what happened since the start and what will, once there is a broker.
    func startPublishing() {
        guard publishing == nil else { return }
        publishing = Task { [events, bus] in await events.run(on: Client(bus)) }
    }

    /// What the broker knows of its workers; nil when there is none that answers at once.
    package func brokerWorkers() async -> [BusBroker.Worker]? {
        guard table.isBrokerReady else { return nil }
        return try? await Client(bus).call(
            BusBroker.list, Empty(), CallOptions(deadline: .after(.milliseconds(500)))
        ).workers
    }

    /// Lets go of the bus and the logs. Every process has ended by then.
    package func close() {
        if let alarm { loop.cancel(alarm) }
        publishing?.cancel()
        bus.close()
        logs.stop()
    }
}

// MARK: Doing

extension Supervisor {
    private func perform(_ action: ProcessTable.Action) {
        switch action {
        case .spawn(let instance): spawn(instance)
        case .drain(let instance): running[instance]?.sendOrder(.drain)
        case .terminate(let instance): running[instance]?.child.send(SIGTERM)
        case .abort(let instance): running[instance]?.child.send(SIGABRT)
        case .kill(let instance): running[instance]?.child.killGroup()
        case .report(let slot, let state, let reason):
            if let reason { reasons[slot] = reason }
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

    /// Ends a process that cannot be watched.
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
            // The end of the process itself is seen elsewhere.
            loop.unwatch(source)
            running[instance]?.channelSource = nil
        }
        for case .preparing(let what) in reports { handle(.preparing(instance, what)) }
        if reports.contains(.ready) { handle(.ready(instance)) }
    }

    private func handleEnd(_ instance: ProcessTable.Instance) {
        // The loop may ask without cause.
        guard var process = running[instance], process.child.hasEnded else { return }
        // Before it is reaped, while its group's number cannot be another's.
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
