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
    private var isTelling = false
    private var alarm: LoopTimer?
    private var waiters: [Int: Waiter] = [:]
    private var waitersCount = 0
    /// What the broker was told to wait for; nil when none was told anything.
    var announced: BusBroker.Expectation?
    /// What happens to the processes, for whoever listens on the bus.
    private let events: EventFeed
    private var telling: Task<Void, Never>?
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
        bus = BusConnection(endpoint: endpoint, loop: loop, patience: .seconds(2))
        events = EventFeed(publisher: "supervisor.\(generation)")
        var environment = environment
        environment[.home] = home.folder
        environment[.run] = home.runFolder
        environment[.bus] = endpoint.address
        self.environment = environment
    }

    /// Takes an event, and does what follows from it before it returns.
    package func tell(_ event: ProcessTable.Event) {
        pending.append(event)
        // What is done for one event may be the cause of the next.
        guard !isTelling else { return }
        isTelling = true
        while !pending.isEmpty {
            let event = pending.removeFirst()
            for action in table.handle(event, at: start.duration(to: .now)) { perform(action) }
        }
        isTelling = false
        setAlarm()
        announceServices()
        for (id, waiter) in waiters where waiter.isOver(table) {
            waiters[id] = nil
            waiter.continuation.resume()
        }
    }

    /// Returns when `isOver` holds, or the task is cancelled.
    package func wait(until isOver: @escaping @Sendable (ProcessTable) -> Bool) async {
        waitersCount += 1
        let id = waitersCount
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
    func beginTelling() {
        guard telling == nil else { return }
        telling = Task { [events, bus] in await events.run(on: Client(bus)) }
    }

    /// What the broker knows of its workers; nil when there is none that answers at once.
    package func load() async -> [BusBroker.Worker]? {
        guard table.isBrokerReady else { return nil }
        return try? await Client(bus).call(
            BusBroker.list, Empty(), CallOptions(deadline: .after(.milliseconds(500)))
        ).workers
    }

    /// Lets go of the bus and the logs. Every process has ended by then.
    package func close() {
        if let alarm { loop.cancel(alarm) }
        telling?.cancel()
        bus.close()
        logs.stop()
    }
}

// MARK: Doing

extension Supervisor {
    private func perform(_ action: ProcessTable.Action) {
        switch action {
        case .spawn(let instance): spawn(instance)
        case .drain(let instance): running[instance]?.order(.drain)
        case .terminate(let instance): running[instance]?.child.send(SIGTERM)
        case .abort(let instance): running[instance]?.child.send(SIGABRT)
        case .kill(let instance): running[instance]?.child.killGroup()
        case .note(let slot, let state, let reason):
            if let reason { reasons[slot] = reason }
            let change = ProcessChange(name: slot, state: state, reason: reason)
            onChange(change)
            events.tell(Control.stateTopic, change.fields)
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
            self?.assumeIsolated { $0.ended(instance) }
            return false
        }
        running[instance]?.channelSource = try loop.watch(process.channel) { [weak self] in
            self?.assumeIsolated { $0.reported(instance) }
            return false
        }
    }

    private func reported(_ instance: ProcessTable.Instance) {
        guard let (reports, isClosed) = running[instance]?.reports() else { return }
        if isClosed, let source = running[instance]?.channelSource {
            // The end of the process itself is seen elsewhere.
            loop.unwatch(source)
            running[instance]?.channelSource = nil
        }
        for case .preparing(let what) in reports { tell(.preparing(instance, what)) }
        if reports.contains(.ready) { tell(.ready(instance)) }
    }

    private func ended(_ instance: ProcessTable.Instance) {
        // The loop may ask without cause.
        guard var process = running[instance], process.child.hasEnded else { return }
        // Before it is reaped, while its group's number cannot be another's.
        process.child.killGroup()
        guard let ending = process.child.reap() else { return }
        _ = process.reports()
        for source in [process.endSource, process.channelSource] {
            if let source { loop.unwatch(source) }
        }
        Glibc.close(process.channel)
        running[instance] = nil
        reportGone(process.instance)
        tell(.ended(instance, process.explanation.map { .explained($0) } ?? .ended(ending)))
    }

    private func setAlarm() {
        if let alarm { loop.cancel(alarm) }
        alarm = table.nextMoment.map { moment in
            loop.schedule(at: start + moment) { [weak self] in
                self?.assumeIsolated { $0.tell(.time) }
            }
        }
    }
}
