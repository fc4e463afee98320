import Contracts
import Processes
import RPC
import ZeroMQ
import ZeroMQTransport

/// Communication of the supervisor with the broker.
extension Supervisor {
    /// Maximum time for a report to the broker, which detects the same facts later by itself.
    private static let reportTimeout = Duration.seconds(2)
    /// The topic of the broker's event for a lost worker; its field `instance` names the worker.
    private static let lossTopic = "worker.gone"
    private static let brokerHeartbeat = Duration.seconds(5)

    /// The contents of a backup, read by storage; nil if storage is not available.
    /// - Throws: FAILED_PRECONDITION or DATA_LOSS if it cannot be restored.
    func examined(backup path: String) async throws(Status) -> Backups.BackupResponse? {
        guard table.isBrokerReady else { return nil }
        do {
            return try await Client(bus).call(
                Backups.examine, Backups.BackupRequest(path: path), CallOptions(deadline: .never))
        } catch {
            guard error.code == .unavailable else { throw error }
            return nil
        }
    }

    func reportEnded(_ instance: String) {
        guard table.isBrokerReady else { return }
        send(
            BusBroker.instanceEnded,
            BusBroker.InstanceEndedRequest(instance: instance, token: secret.token(of: .supervisor))
        )
    }

    /// Reports the expected services to the broker if they have changed or the broker is new.
    func announceServices() {
        guard table.isBrokerReady else {
            announced = nil
            return
        }
        if announced == nil {
            subscribeToBroker()
            monitorBroker()
            for worker in table.readyWorkers {
                scheduleReview(worker, within: table.policy.returnLimit)
            }
            startPublishing()
        }
        let expectation = BusBroker.ExpectRequest(
            services: table.expectedServices.sorted(), absences: table.absences,
            token: secret.token(of: .supervisor))
        guard expectation != announced else { return }
        announced = expectation
        send(BusBroker.expect, expectation)
    }

    /// Subscribes to the lost workers of a new broker.
    private func subscribeToBroker() {
        let bus = Client(bus)
        Task { [weak self] in
            let subscription = BusEvents.SubscribeRequest(topics: [Self.lossTopic])
            _ = try? await bus.stream(
                BusEvents.subscribe, subscription, CallOptions(deadline: .never)
            ) { [weak self] event in
                guard let name = event.fields["instance"] else { return }
                await self?.handleLoss(name)
            }
        }
    }

    /// Checks the health of a new broker while its process runs: no other process notices when it hangs.
    private func monitorBroker() {
        guard let broker = table.brokerInstance else { return }
        let bus = Client(bus)
        // On the event loop a check of an idle broker wakes no other thread.
        Task(executorPreference: loop) { [weak self, loop] in
            var health = BrokerHealth()
            while !health.isHung {
                if !health.isSilent { await loop.sleep(for: Self.brokerHeartbeat) }
                guard let pid = await self?.running[broker]?.child.pid else { return }
                // An idle broker costs no reading of its threads.
                let waited = health.isSilent ? ProcessUsage.waitingTime(of: pid) : nil
                let start = ContinuousClock.now
                do {
                    _ = try await bus.call(
                        BusHealth.check, Empty(),
                        CallOptions(deadline: .after(BrokerHealth.timeout)))
                    health.recordAnswer()
                } catch {
                    guard Status(describing: error).code == .deadlineExceeded else {
                        health.recordAnswer()
                        continue
                    }
                    let waiting = waited.flatMap { before in
                        ProcessUsage.waitingTime(of: pid).map { $0 - before }
                    }
                    health.recordTimeout(after: start.duration(to: .now), waited: waiting)
                }
            }
            await self?.handle(.hung(broker))
        }
    }

    /// Handles the broker's loss of a worker, whose process has ended, reconnects soon, or hangs. The
    /// end of a process is observed separately.
    private func handleLoss(_ name: String) {
        guard let instance = running.first(where: { $0.value.instance == name })?.key else {
            return
        }
        scheduleReview(instance, within: table.policy.absenceLimit)
    }

    /// Treats a running worker as hung if the broker does not know it after `limit`. A broker reports
    /// only the loss of workers it has known, so all workers are checked after the start of a new
    /// broker.
    private func scheduleReview(_ instance: ProcessTable.Instance, within limit: Duration) {
        loop.schedule(at: .now + limit) { [weak self] in
            Task { await self?.review(instance, within: limit) }
        }
    }

    private func review(_ instance: ProcessTable.Instance, within limit: Duration) async {
        // After the end of a broker, the next one expects all workers again.
        guard let name = running[instance]?.instance, table.isBrokerReady else { return }
        guard let workers = await brokerList()?.workers else {
            return scheduleReview(instance, within: limit)
        }
        if !workers.contains(where: { $0.instance == name }) { handle(.hung(instance)) }
    }

    private func send<Request>(_ method: Method<Request, Empty>, _ request: Request) {
        let bus = Client(bus)
        Task {
            // If this fails, the broker detects the change by its heartbeats.
            _ = try? await bus.call(
                method, request, CallOptions(deadline: .after(Self.reportTimeout)))
        }
    }
}
