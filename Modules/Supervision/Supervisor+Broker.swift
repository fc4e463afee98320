import RPC
import ZeroMQ
import ZeroMQTransport

/// What the supervisor and the broker tell each other.
extension Supervisor {
    /// How long the broker may take for news; after that it finds out by itself.
    private static let reportTimeout = Duration.seconds(2)
    /// The broker's word for a worker that it has lost, with its `instance`.
    private static let lossTopic = "worker.gone"
    private static let brokerHeartbeat = Duration.seconds(5)
    private static let brokerCheckTimeout = Duration.seconds(1)
    /// Questions in a row that a broker may leave unanswered.
    private static let maximumMissedChecks = 2

    func reportEnded(_ instance: String) {
        guard table.isBrokerReady else { return }
        send(
            BusBroker.instanceEnded,
            BusBroker.InstanceEndedRequest(instance: instance, token: secret.token(of: .supervisor))
        )
    }

    /// Tells the broker which services to wait for, when that has changed or the broker is new.
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

    /// Hears from a new broker, as long as it lives, which workers it has lost.
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

    /// Asks a new broker, as long as it lives, whether it answers: nobody else notices when it hangs.
    private func monitorBroker() {
        guard let broker = table.brokerInstance else { return }
        let bus = Client(bus)
        // On the loop, a question to a broker at rest wakes no other thread.
        Task(executorPreference: loop) { [weak self, loop] in
            var unanswered = 0
            while unanswered < Self.maximumMissedChecks {
                if unanswered == 0 { await loop.sleep(for: Self.brokerHeartbeat) }
                guard await self?.running[broker] != nil else { return }
                do {
                    _ = try await bus.call(
                        BusHealth.check, Empty(),
                        CallOptions(deadline: .after(Self.brokerCheckTimeout)))
                    unanswered = 0
                } catch {
                    let isSilent = Status(describing: error).code == .deadlineExceeded
                    unanswered = isSilent ? unanswered + 1 : 0
                }
            }
            await self?.handle(.hung(broker))
        }
    }

    /// The broker has lost a worker. Either its process has ended, which is noticed without this, or
    /// it comes back in a moment, or it hangs.
    private func handleLoss(_ name: String) {
        guard let instance = running.first(where: { $0.value.instance == name })?.key else {
            return
        }
        scheduleReview(instance, within: table.policy.absenceLimit)
    }

    /// Takes a worker for hung that lives, and that the broker does not know when the time is up. A broker
    /// loses only whom it has known: one that is new expects all of them.
    private func scheduleReview(_ instance: ProcessTable.Instance, within limit: Duration) {
        loop.schedule(at: .now + limit) { [weak self] in
            Task { await self?.review(instance, within: limit) }
        }
    }

    private func review(_ instance: ProcessTable.Instance, within limit: Duration) async {
        // The broker that comes after one that ended expects everybody again.
        guard let name = running[instance]?.instance, table.isBrokerReady else { return }
        guard let workers = await brokerWorkers() else {
            return scheduleReview(instance, within: limit)
        }
        if !workers.contains(where: { $0.instance == name }) { handle(.hung(instance)) }
    }

    private func send<Request>(_ method: Method<Request, Empty>, _ request: Request) {
        let bus = Client(bus)
        Task {
            // Its own heartbeats tell the broker the same, later.
            _ = try? await bus.call(
                method, request, CallOptions(deadline: .after(Self.reportTimeout)))
        }
    }
}
