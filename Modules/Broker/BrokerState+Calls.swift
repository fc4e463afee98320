import RPC
import ZeroMQ

extension BrokerState {
    mutating func request(
        _ preamble: Preamble, _ id: CallID, _ client: UInt64, _ path: String,
        _ content: FrameList, _ now: Instant, _ actions: inout [Action]
    ) {
        let existing = clients[client]
        guard existing?.calls[id] == nil else {
            malformed += 1
            return
        }
        guard let route = route(path) else {
            return actions.append(.fail(.noRoute(path), id, to: client))
        }
        if let refusal = refusal(of: route, to: client) {
            return actions.append(.fail(refusal, id, to: client))
        }
        guard sent.charge(content, to: client) else {
            return actions.append(.fail(.tooManyBytesSent, id, to: client))
        }
        guard existing?.calls.count ?? 0 < limits.openPerClient else {
            return actions.append(.fail(.tooManyCalls(limits.openPerClient), id, to: client))
        }
        if let target = route.target {
            call(preamble, id, client, route, at: target, content, now, &actions)
        } else if route.isBusService {
            actions.append(.serve(preamble, id, content, from: client))
        } else {
            call(preamble, id, client, route, content, now, &actions)
        }
    }

    /// Sends the call to a worker of its service, or queues it.
    private mutating func call(
        _ preamble: Preamble, _ id: CallID, _ client: UInt64, _ route: ParsedRoute,
        _ content: FrameList, _ now: Instant, _ actions: inout [Action]
    ) {
        guard let queue = number(of: route, now) else {
            return actions.append(.fail(unknownServiceStatus(route.service), id, to: client))
        }
        guard isServed(queue) || canBecomeServed(queue, now) else {
            return actions.append(.fail(unservedStatus(queue), id, to: client))
        }
        guard services[queue].queue.count < limits.queuedPerService else {
            return actions.append(.fail(.queueIsFull(route.service), id, to: client))
        }
        let slot = admit(preamble, id, client, route, queue: queue, content, now)
        // Calls of other profiles may wait for another worker.
        let isNext = services[queue].queue.isEmpty || services[queue].isByProfile
        if isNext, let worker = worker(for: slot, of: queue) {
            assign(slot, to: worker, now, &actions)
        } else {
            enqueue(slot, now)
        }
    }

    /// The index of the route's service; nil if the service is unknown and can no longer be announced.
    private mutating func number(of route: ParsedRoute, _ now: Instant) -> Int? {
        if route.number == nil {
            route.number = serviceNumbers[route.service]
            if route.number == nil, now < startupEnd, services.count < limits.services {
                route.number = number(of: route.service)
            }
        }
        return route.number
    }

    /// Sends the call to an instance, to a worker of the target service, or to a worker of that name.
    private mutating func call(
        _ preamble: Preamble, _ id: CallID, _ client: UInt64, _ route: ParsedRoute,
        at target: String, _ content: FrameList, _ now: Instant, _ actions: inout [Action]
    ) {
        // Reserved services are called only on workers that announced them, even if the call has a target.
        let isReserved = !route.isBusService && Route.isReserved(route.service)
        func serves(_ worker: RegisteredWorker) -> Bool {
            !isReserved || worker.announcement.services.contains { $0.name == route.service }
        }
        let candidates = workers.values.filter(serves)
        let instance = candidates.first { $0.announcement.instance == target }
        let server = serviceNumbers[target].flatMap { number in
            // Bus services of a worker without free capacity can still be called.
            leastLoaded(number) ?? (route.isBusService ? services[number].workers.first : nil)
        }
        // Workers on other machines choose their names; they do not take over those of this machine.
        let named = candidates.filter { $0.announcement.name == target }
            .min { ($0.isRemote ? 1 : 0, $0.load) < ($1.isRemote ? 1 : 0, $1.load) }
        guard let worker = instance ?? server.flatMap({ serves($0) ? $0 : nil }) ?? named else {
            return actions.append(.fail(.noInstance(target), id, to: client))
        }
        guard route.isBusService || worker.hasCapacity else {
            return actions.append(.fail(.instanceAtCapacity(target), id, to: client))
        }
        let slot = admit(preamble, id, client, route, queue: nil, content, now)
        assign(slot, to: worker, now, &actions)
    }

    private mutating func admit(
        _ preamble: Preamble, _ id: CallID, _ client: UInt64, _ route: ParsedRoute, queue: Int?,
        _ content: FrameList, _ now: Instant
    ) -> Int {
        let (slot, workerCall) = calls.reserve()
        let deadline = Deadline.afterMilliseconds(preamble.timeToLive, from: now)
        let client = clients[client] ?? addClient(client)
        client.calls[id] = slot
        calls[slot] = BrokerCall(
            preamble, client: client, clientCall: id, workerCall: workerCall, route: route,
            queue: queue, deadline: deadline, request: content)
        setAlarm(deadline.instant)
        return slot
    }

    /// Adds a client. Clients without calls may disconnect unnoticed, so idle ones are removed in bulk.
    private mutating func addClient(_ peer: UInt64) -> BrokerClient {
        if clients.count >= limits.idleClients {
            clients = clients.filter { !$0.value.calls.isEmpty }
        }
        let client = BrokerClient(peer: peer)
        clients[peer] = client
        return client
    }

    /// Sends the call to a worker with free capacity.
    mutating func assign(
        _ slot: Int, to worker: RegisteredWorker, _ now: Instant, _ actions: inout [Action]
    ) {
        guard let call = calls[slot], let request = call.request else { return }
        let preamble = Preamble(
            .request, flags: call.flags, timeToLive: Self.timeToLive(call.deadline, now),
            number: call.credit)
        let peer = call.isBulk && call.isCounted ? worker.bulkPeer ?? worker.peer : worker.peer
        call.phase = .running(worker: worker, peer: peer, since: now)
        call.attempts += 1
        let isRetained =
            call.flags.contains(.repeatable) && request.byteCount <= limits.retainedRequestBytes
        if !isRetained { call.request = nil }
        if call.isCounted {
            worker.inFlight += 1
            if worker.inFlight == 1 {
                worker.limitRegularPing(to: regularPing(hasCalls: true, after: now))
            }
            scheduleQuickPing(worker, now)
        }
        actions.append(
            .forward(preamble, call.workerCall, request, isRetained: isRetained, to: peer))
    }

    /// Forwards the worker's final unless the call was abandoned, and frees the worker's capacity.
    mutating func finish(
        _ slot: Int, _ preamble: Preamble, _ content: FrameList, _ now: Instant,
        _ actions: inout [Action]
    ) {
        guard let call = calls[slot], case .running(let worker, _, let since) = call.phase else {
            return
        }
        if !call.isAbandoned {
            let client = call.client.peer
            actions.append(
                answers.charge(content, to: client)
                    ? .forward(preamble, call.clientCall, content, isRetained: false, to: client)
                    : .fail(.tooManyUnreadBytes, call.clientCall, to: client))
        }
        release(slot, call)
        worker.served += 1
        if preamble.status != 0 { worker.failed += 1 }
        worker.latency.record(microseconds: (now.nanoseconds - since.nanoseconds) / 1000)
        if call.isCounted { releaseCapacity(worker, now, &actions) }
    }

    /// Fails a call at the client, and cancels it at its worker, whose final then frees the capacity.
    mutating func fail(_ slot: Int, _ status: Status, _ actions: inout [Action]) {
        guard let call = calls[slot], !call.isAbandoned else { return }
        actions.append(.fail(status, call.clientCall, to: call.client.peer))
        abandon(slot, &actions)
    }

    /// Cancels a call whose client no longer expects an answer.
    mutating func abandon(_ slot: Int, _ actions: inout [Action]) {
        guard let call = calls[slot], !call.isAbandoned else { return }
        switch call.phase {
        case .queued:
            if let queue = call.queue { services[queue].queue.remove(slot, of: call.client.peer) }
            release(slot, call)
        case .running(_, let peer, _):
            actions.append(.signal(Preamble(.cancel), call.workerCall, to: peer))
            call.client.calls[call.clientCall] = nil
            call.isAbandoned = true
            call.request = nil
        }
    }

    mutating func cancel(
        _ preamble: Preamble, _ id: CallID, _ client: UInt64, _ actions: inout [Action]
    ) {
        if let slot = clients[client]?.calls[id] {
            abandon(slot, &actions)
        } else {
            actions.append(.serve(preamble, id, nil, from: client))
        }
    }

    private mutating func release(_ slot: Int, _ call: BrokerCall) {
        if !call.isAbandoned { call.client.calls[call.clientCall] = nil }
        calls.release(slot)
    }

    /// Milliseconds to the deadline, as sent in a message: at least 1, since 0 stands for no limit.
    private static func timeToLive(_ deadline: Deadline, _ now: Instant) -> UInt32 {
        guard let instant = deadline.instant else { return 0 }
        return UInt32(clamping: max(1, (instant.nanoseconds - now.nanoseconds) / 1_000_000))
    }
}
