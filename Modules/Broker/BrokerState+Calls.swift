import RPC

extension BrokerState {
    mutating func request(
        _ preamble: Preamble, _ id: CallID, _ client: UInt64, _ path: String,
        _ parcel: Parcel, _ now: Instant, _ actions: inout [Action]
    ) {
        guard clients[client]?[id] == nil else {
            malformed += 1
            return
        }
        guard let route = route(path) else {
            return actions.append(.fail(.noRoute(path), id, to: client))
        }
        guard clients[client, default: [:]].count < limits.openPerClient else {
            return actions.append(.fail(.tooManyCalls(limits.openPerClient), id, to: client))
        }
        if let target = route.target {
            call(preamble, id, client, route, at: target, parcel, now, &actions)
        } else if route.isOfBus {
            actions.append(.serve(preamble, id, parcel, from: client))
        } else {
            call(preamble, id, client, route, parcel, now, &actions)
        }
    }

    /// Calls whoever serves the route.
    private mutating func call(
        _ preamble: Preamble, _ id: CallID, _ client: UInt64, _ route: Route,
        _ parcel: Parcel, _ now: Instant, _ actions: inout [Action]
    ) {
        guard let queue = serviceNumbers[route.service],
            isServed(queue) || services[queue].isExpected
        else {
            return actions.append(.fail(.nobodyServes(route.service), id, to: client))
        }
        guard services[queue].queue.count < limits.queuedPerService else {
            return actions.append(.fail(.queueIsFull(route.service), id, to: client))
        }
        let slot = admit(preamble, id, client, route, queue: queue, parcel, now)
        if services[queue].queue.isEmpty, let worker = leastLoaded(queue) {
            hand(slot, to: worker, now, &actions)
        } else {
            enqueue(slot, now)
        }
    }

    /// Calls one instance, or any worker of one service.
    private mutating func call(
        _ preamble: Preamble, _ id: CallID, _ client: UInt64, _ route: Route, at target: String,
        _ parcel: Parcel, _ now: Instant, _ actions: inout [Action]
    ) {
        let instance = workers.values.first { $0.announcement.instance == target }?.peer
        guard let worker = instance ?? serviceNumbers[target].flatMap({ leastLoaded($0) }) else {
            return actions.append(.fail(.noInstance(target), id, to: client))
        }
        guard route.isOfBus || workers[worker]?.hasRoom ?? false else {
            return actions.append(.fail(.instanceIsFull(target), id, to: client))
        }
        let slot = admit(preamble, id, client, route, queue: nil, parcel, now)
        hand(slot, to: worker, now, &actions)
    }

    private mutating func admit(
        _ preamble: Preamble, _ id: CallID, _ client: UInt64, _ route: Route, queue: Int?,
        _ parcel: Parcel, _ now: Instant
    ) -> Int {
        let (slot, workerCall) = calls.reserve()
        let deadline = Deadline(
            instant: preamble.timeToLive == 0
                ? nil : now.advanced(by: .milliseconds(Int64(preamble.timeToLive))))
        calls[slot] = BrokerCall(
            client: client, clientCall: id, workerCall: workerCall, service: route.service,
            queue: queue, flags: preamble.flags, deadline: deadline, credit: preamble.number,
            phase: .queued(until: nil), request: parcel, isCounted: !route.isOfBus)
        clients[client, default: [:]][id] = slot
        setAlarm(deadline.instant)
        return slot
    }

    /// Gives the call to a worker that has room.
    mutating func hand(
        _ slot: Int, to worker: UInt64, _ now: Instant, _ actions: inout [Action]
    ) {
        guard var call = calls[slot], let request = call.request else { return }
        let left = call.deadline.instant.map { now.duration(to: $0) }
        let preamble = Preamble(
            .request, flags: call.flags, timeToLive: left.map(Self.timeToLive) ?? 0,
            number: call.credit)
        call.phase = .running(worker: worker, since: now)
        call.attempts += 1
        let isKept = call.flags.contains(.repeatable) && byteCount(request) <= limits.keptBytes
        if !isKept { call.request = nil }
        calls[slot] = call
        if call.isCounted {
            workers[worker]?.inFlight += 1
            hasten(worker, now)
        }
        actions.append(.forward(preamble, call.workerCall, request, to: worker))
    }

    /// The worker's answer: passed on if somebody waits for it, and its place is free again.
    mutating func finish(
        _ slot: Int, _ preamble: Preamble, _ parcel: Parcel, _ now: Instant,
        _ actions: inout [Action]
    ) {
        guard let call = calls[slot], case .running(let worker, let since) = call.phase else {
            return
        }
        if !call.isAbandoned {
            actions.append(.forward(preamble, call.clientCall, parcel, to: call.client))
        }
        workers[worker]?.served += 1
        if preamble.status != 0 { workers[worker]?.failed += 1 }
        workers[worker]?.latency.record(since.duration(to: now))
        release(slot)
        if call.isCounted { free(worker, now, &actions) }
    }

    /// Answers a call here; the worker that has it is told, and keeps its place until its own final.
    mutating func fail(_ slot: Int, _ status: Status, _ actions: inout [Action]) {
        guard let call = calls[slot], !call.isAbandoned else { return }
        actions.append(.fail(status, call.clientCall, to: call.client))
        abandon(slot, &actions)
    }

    /// Nobody waits for the call any more.
    mutating func abandon(_ slot: Int, _ actions: inout [Action]) {
        guard let call = calls[slot], !call.isAbandoned else { return }
        switch call.phase {
        case .queued:
            if let queue = call.queue { services[queue].queue.remove(slot, of: call.client) }
            release(slot)
        case .running(let worker, _):
            actions.append(.signal(Preamble(.cancel), call.workerCall, to: worker))
            clients[call.client]?[call.clientCall] = nil
            calls[slot]?.isAbandoned = true
            calls[slot]?.request = nil
        }
    }

    mutating func cancel(
        _ preamble: Preamble, _ id: CallID, _ client: UInt64, _ actions: inout [Action]
    ) {
        if let slot = clients[client]?[id] {
            abandon(slot, &actions)
        } else {
            actions.append(.serve(preamble, id, nil, from: client))
        }
    }

    private mutating func release(_ slot: Int) {
        if let call = calls[slot], !call.isAbandoned {
            clients[call.client]?[call.clientCall] = nil
        }
        calls.release(slot)
    }

    /// Milliseconds for the wire: what is left of a deadline is never nothing, since 0 is no limit.
    private static func timeToLive(_ left: Duration) -> UInt32 {
        UInt32(clamping: max(1, left.microseconds / 1000))
    }
}
