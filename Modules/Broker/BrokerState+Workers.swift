package import RPC

extension BrokerState {
    /// Registers a worker, which may be registered already.
    package mutating func register(
        _ announcement: WorkerAnnouncement, from peer: UInt64, now: Instant,
        into actions: inout [Action]
    ) {
        if let instance = announcement.bulkOf {
            return registerBulk(of: instance, peer, now, &actions)
        }
        guard announcement.services.count <= limits.servicesPerWorker,
            !announcement.services.contains(where: { Route.isBusService($0.name) }),
            !announcement.instance.isEmpty
        else {
            malformed += 1
            return actions.append(.fail(.announcementRefused, .none, to: peer))
        }
        if let refusal = refusal(of: announcement, from: peer) {
            malformed += 1
            return actions.append(.fail(refusal, .none, to: peer))
        }
        var announcement = announcement
        announcement.capacity = min(max(1, announcement.capacity), limits.workerCapacity)
        let previous = workers.values.first {
            $0.announcement.instance == announcement.instance && $0.peer != peer
        }
        if let previous { remove(previous.peer, .replaced, now, &actions) }
        if workers[peer]?.announcement != announcement {
            // A connection with a different announcement has lost its previous calls.
            remove(peer, .replaced, now, &actions)
            add(announcement, peer, now)
            publish("worker.ready", announcement, &actions)
        }
        actions.append(.signal(Preamble(.ready), .none, to: peer))
        if let worker = workers[peer] { dispatchServices(worker, now, &actions) }
    }

    /// The refusal of an announcement; nil if it is allowed.
    private func refusal(of announcement: WorkerAnnouncement, from peer: UInt64) -> Status? {
        let isInUse = workers.values.contains { worker in
            worker.announcement.instance == announcement.instance && worker.peer != peer
        }
        if let holder = holders[peer] {
            let isOwn = workers.values.contains { worker in
                worker.announcement.instance == announcement.instance
                    && holders[worker.peer]?.name == holder.name
            }
            return holder.refusal(of: announcement)
                ?? (isInUse && !isOwn ? .instanceInUse(announcement.instance) : nil)
        }
        guard let secret else { return nil }
        if let token = announcement.token {
            let isStarted = secret.accepts(token, of: .instance(announcement.instance))
            return isStarted ? nil : .invalidToken(announcement.instance)
        }
        if let name = announcement.services.map(\.name).first(where: Route.isReserved) {
            return .reservedName(name)
        }
        return isInUse ? .instanceInUse(announcement.instance) : nil
    }

    private mutating func add(_ announcement: WorkerAnnouncement, _ peer: UInt64, _ now: Instant) {
        let worker = RegisteredWorker(
            peer: peer, announcement: announcement, host: holders[peer]?.address,
            nextPing: regularPing(hasCalls: false, after: now))
        workers[peer] = worker
        setAlarm(worker.nextPing)
        for service in announcement.services {
            let number = number(of: service.name)
            worker.services.append(number)
            services[number].isKnown = true
            services[number].version = service.version
            // A worker on another machine does not decide who may call the methods of others.
            if !worker.isRemote { services[number].scopes = service.scopes ?? [:] }
            services[number].workers.append(worker)
        }
    }

    /// Removes an instance that has ended, as reported by the supervisor.
    package mutating func removeInstance(
        _ instance: String, now: Instant, into actions: inout [Action]
    ) {
        guard let worker = workers.values.first(where: { $0.announcement.instance == instance })
        else { return }
        remove(worker.peer, .reportedEnded, now, &actions)
    }

    /// Sets the services that the supervisor intends to run, and the reasons why it does not run others.
    package mutating func expect(
        _ names: [String], absences: [String: String] = [:], now: Instant,
        into actions: inout [Action]
    ) {
        for number in services.indices {
            services[number].isExpected = false
            services[number].absence = nil
        }
        hasExpectation = true
        for name in names { services[number(of: name)].isExpected = true }
        for (name, reason) in absences { services[number(of: name)].absence = reason }
        for name in names + Array(absences.keys) { services[number(of: name)].isKnown = true }
        for number in services.indices where !isServed(number) {
            updateUnservedQueue(number, now, &actions)
        }
    }

    /// Removes an unreachable peer, as worker and as client.
    package mutating func removePeer(
        _ peer: UInt64, now: Instant, into actions: inout [Action]
    ) {
        remove(peer, .unreachable, now, &actions)
        removeWorker(withBulk: peer, now, &actions)
        holders[peer] = nil
        guard let client = clients.removeValue(forKey: peer) else { return }
        for slot in client.calls.values { abandon(slot, &actions) }
    }

    mutating func drain(_ peer: UInt64, _ now: Instant, _ actions: inout [Action]) {
        guard let worker = workers[peer] else { return }
        worker.state = .draining
        for service in worker.services where !isServed(service) {
            updateUnservedQueue(service, now, &actions)
        }
    }

    /// Removes a worker. Its calls are sent to other workers or fail.
    mutating func remove(
        _ peer: UInt64, _ departure: WorkerDeparture, _ now: Instant, _ actions: inout [Action]
    ) {
        guard let worker = workers.removeValue(forKey: peer) else { return }
        publish("worker.gone", worker.announcement, &actions)
        for service in worker.services { services[service].workers.removeAll { $0 === worker } }
        for slot in calls.slots {
            guard let call = calls[slot], call.worker === worker, let peer = call.workerPeer else {
                continue
            }
            if departure == .silent {
                // A suspended process would execute the call when it continues.
                actions.append(.signal(Preamble(.cancel), call.workerCall, to: peer))
            }
            if call.isAbandoned {
                calls.release(slot)
            } else if let queue = call.queue, call.canMove(limits, now: now) {
                call.workerCall = calls.renew(slot)
                call.phase = .queued(until: nil)
                services[queue].queue.prepend(slot, of: call.client.peer)
            } else {
                let status = Status.workerLost(worker.announcement.name, departure)
                actions.append(.fail(status, call.clientCall, to: call.client.peer))
                call.client.calls[call.clientCall] = nil
                calls.release(slot)
            }
        }
        for service in worker.services {
            dispatch(service, now, &actions)
            if !isServed(service) { updateUnservedQueue(service, now, &actions) }
        }
    }

    /// The worker for a call of the service, that of its profile if the service has several workers by
    /// profile; nil without free capacity.
    mutating func worker(for slot: Int, of service: Int) -> RegisteredWorker? {
        guard services[service].isByProfile, let call = calls[slot] else {
            return leastLoaded(service)
        }
        if call.profile == nil, let request = call.request {
            call.profile = ProfileRoute.profile(in: request)
        }
        guard let profile = call.profile else { return leastLoaded(service) }
        // A draining worker refuses new calls and leaves soon.
        let ready = services[service].workers.filter { $0.state == .ready }
        return ProfileRoute.worker(for: profile, among: ready).flatMap {
            $0.hasCapacity ? $0 : nil
        }
    }

    /// The worker of the service with the lowest load, round robin among equals; nil if all are full.
    mutating func leastLoaded(_ service: Int) -> RegisteredWorker? {
        let count = services[service].workers.count
        guard count > 1 else { return services[service].workers.first { $0.hasCapacity } }
        services[service].nextWorker &+= 1
        let first = services[service].nextWorker
        var best: RegisteredWorker?
        for offset in 0..<count {
            let worker = services[service].workers[(first + offset) % count]
            if worker.hasCapacity, worker.load < best?.load ?? .infinity { best = worker }
        }
        return best
    }

    /// True if a worker accepts calls of the service, now or after others have ended.
    func isServed(_ service: Int) -> Bool {
        services[service].workers.contains { $0.state == .ready }
    }

    /// Frees a worker's capacity for one call, and dispatches queued calls.
    mutating func releaseCapacity(
        _ worker: RegisteredWorker, _ now: Instant, _ actions: inout [Action]
    ) {
        worker.inFlight -= 1
        dispatchServices(worker, now, &actions)
    }

    /// Dispatches the queues of the worker's services, beginning with another service each time.
    private mutating func dispatchServices(
        _ worker: RegisteredWorker, _ now: Instant, _ actions: inout [Action]
    ) {
        let served = worker.services
        guard served.contains(where: { !services[$0].queue.isEmpty }) else { return }
        worker.nextService &+= 1
        for offset in served.indices {
            dispatch(served[(worker.nextService + offset) % served.count], now, &actions)
        }
    }

    private func publish(
        _ topic: String, _ worker: WorkerAnnouncement, _ actions: inout [Action]
    ) {
        actions.append(
            .publish(topic: topic, ["instance": worker.instance, "name": worker.name]))
    }

    mutating func number(of name: String) -> Int {
        if let number = serviceNumbers[name] { return number }
        services.append(RegisteredService(name: name))
        serviceNumbers[name] = services.count - 1
        return services.count - 1
    }
}
