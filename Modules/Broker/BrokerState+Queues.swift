import RPC
import Texts

extension BrokerState {
    /// Queues the call for free capacity, or for a worker of its service to register.
    mutating func enqueue(_ slot: Int, _ now: Instant) {
        guard let call = calls[slot], let queue = call.queue else { return }
        services[queue].queue.append(slot, of: call.client.peer)
        if !isServed(queue) { setQueueDeadline(slot, until: waitDeadline(queue, now)) }
    }

    /// True if a worker of the service may still register.
    func canBecomeServed(_ service: Int, _ now: Instant) -> Bool {
        services[service].isExpected || now < startupEnd && services[service].absence == nil
    }

    func unservedStatus(_ service: Int) -> Status {
        guard services[service].isKnown || !hasExpectation else {
            return unknownServiceStatus(services[service].name)
        }
        return .serviceUnavailable(services[service].name, reason: services[service].absence)
    }

    /// The refusal of a call to a service that no worker announced and no manifest names.
    func unknownServiceStatus(_ service: String) -> Status {
        guard hasExpectation else { return .serviceUnavailable(service) }
        let known = services.lazy.filter(\.isKnown).map(\.name)
        return .unknownService(service, nearest: nearestName(to: service, among: known))
    }

    private func waitDeadline(_ service: Int, _ now: Instant) -> Instant {
        services[service].isExpected ? now.advanced(by: limits.serviceWaitLimit) : startupEnd
    }

    /// Sends queued calls to workers with free capacity.
    mutating func dispatch(_ service: Int, _ now: Instant, _ actions: inout [Action]) {
        if services[service].isByProfile {
            dispatchByProfile(service, now, &actions)
        } else {
            while !services[service].queue.isEmpty, let worker = leastLoaded(service),
                let slot = services[service].queue.popFirst()
            {
                assign(slot, to: worker, now, &actions)
            }
        }
        guard isServed(service) else { return }
        for slot in services[service].queue.slots { calls[slot]?.phase = .queued(until: nil) }
    }

    /// Sends each queued call whose worker has free capacity.
    private mutating func dispatchByProfile(
        _ service: Int, _ now: Instant, _ actions: inout [Action]
    ) {
        for slot in services[service].queue.slots {
            guard let call = calls[slot], let worker = worker(for: slot, of: service) else {
                continue
            }
            services[service].queue.remove(slot, of: call.client.peer)
            assign(slot, to: worker, now, &actions)
        }
    }

    /// Updates the queue of a service that has lost its last worker: the calls wait for a worker to
    /// register if that is expected, and fail otherwise.
    mutating func updateUnservedQueue(_ service: Int, _ now: Instant, _ actions: inout [Action]) {
        for slot in services[service].queue.slots {
            if !canBecomeServed(service, now) {
                fail(slot, unservedStatus(service), &actions)
            } else if case .queued(nil)? = calls[slot]?.phase {
                setQueueDeadline(slot, until: waitDeadline(service, now))
            }
        }
    }

    private mutating func setQueueDeadline(_ slot: Int, until instant: Instant) {
        calls[slot]?.phase = .queued(until: instant)
        setAlarm(instant)
    }

    /// Fails calls whose deadline has passed, and pings workers.
    package mutating func tick(now: Instant, into actions: inout [Action]) {
        alarm = nil
        for slot in calls.slots {
            guard let call = calls[slot], let instant = call.nextDeadline else { continue }
            if instant > now {
                setAlarm(instant)
            } else if call.deadline <= Deadline(instant: now) {
                fail(slot, .deadlineExceeded(call.route.service), &actions)
            } else {
                let isUnknown = call.queue.map { !services[$0].isKnown } ?? false
                let service = call.route.service
                fail(
                    slot,
                    isUnknown && hasExpectation
                        ? unknownServiceStatus(service) : .serviceNotStarted(service),
                    &actions)
            }
        }
        for worker in workers.values { checkHeartbeat(worker, now, &actions) }
    }

    private mutating func checkHeartbeat(
        _ worker: RegisteredWorker, _ now: Instant, _ actions: inout [Action]
    ) {
        guard worker.nextPing <= now else { return setAlarm(worker.nextPing) }
        guard worker.unansweredPings < limits.missedHeartbeats else {
            return remove(worker.peer, .silent, now, &actions)
        }
        worker.recordPing(
            next: now.advanced(by: quickHeartbeat(of: worker)),
            regular: regularPing(hasCalls: worker.inFlight > 0, after: now))
        setAlarm(worker.nextPing)
        actions.append(.signal(Preamble(.ping), .none, to: worker.peer))
        // A worker that has not sent a final yet may not have received the first cancel.
        for slot in calls.slots {
            guard let call = calls[slot], call.isAbandoned, call.worker === worker,
                let peer = call.workerPeer
            else {
                continue
            }
            actions.append(.signal(Preamble(.cancel), call.workerCall, to: peer))
        }
    }

    /// Expects a message from a worker that was sent a call soon, and schedules a ping otherwise.
    mutating func scheduleQuickPing(_ worker: RegisteredWorker, _ now: Instant) {
        worker.expectMessage(by: now.advanced(by: quickHeartbeat(of: worker)))
        setAlarm(worker.nextPing)
    }

    /// Messages of a worker on another machine may wait behind others on a slow link.
    private func quickHeartbeat(of worker: RegisteredWorker) -> Duration {
        worker.isRemote ? limits.remoteQuickHeartbeat : limits.quickHeartbeat
    }

    /// The next regular ping. The instants are the same for all workers, so that the broker wakes once for
    /// all of them.
    func regularPing(hasCalls: Bool, after now: Instant) -> Instant {
        let interval = hasCalls ? heartbeat : idleHeartbeat
        let elapsed = now.nanoseconds - start.nanoseconds
        return Instant(nanoseconds: start.nanoseconds + (elapsed / interval + 1) * interval)
    }

    /// Recomputes the earliest instant at which `tick` is needed. The reason for the previous one may have
    /// ceased to exist.
    mutating func recomputeAlarm() {
        alarm = nil
        for slot in calls.slots { setAlarm(calls[slot]?.nextDeadline) }
        for worker in workers.values { setAlarm(worker.nextPing) }
    }

    mutating func setAlarm(_ instant: Instant?) {
        guard let instant else { return }
        alarm = alarm.map { min($0, instant) } ?? instant
    }
}
