import RPC

extension BrokerState {
    mutating func passToClient(
        _ slot: Int, _ preamble: Preamble, _ parcel: Parcel, _ actions: inout [Action]
    ) {
        guard let call = calls[slot], !call.isAbandoned else { return }
        noteProgress(slot)
        actions.append(.forward(preamble, call.clientCall, parcel, to: call.client))
    }

    mutating func passToWorker(
        _ slot: Int, _ preamble: Preamble, _ parcel: Parcel, _ actions: inout [Action]
    ) {
        guard let call = calls[slot], case .running(let worker, _) = call.phase else {
            malformed += 1
            return
        }
        noteProgress(slot)
        actions.append(.forward(preamble, call.workerCall, parcel, to: worker))
    }

    mutating func signalClient(_ slot: Int, _ preamble: Preamble, _ actions: inout [Action]) {
        guard let call = calls[slot], !call.isAbandoned else { return }
        actions.append(.signal(preamble, call.clientCall, to: call.client))
    }

    mutating func signalWorker(_ slot: Int, _ preamble: Preamble, _ actions: inout [Action]) {
        guard let call = calls[slot], case .running(let worker, _) = call.phase else { return }
        actions.append(.signal(preamble, call.workerCall, to: worker))
    }

    /// Room for items that a client grants.
    mutating func grant(
        _ preamble: Preamble, _ id: CallID, _ client: UInt64, _ actions: inout [Action]
    ) {
        guard let slot = clients[client]?[id] else {
            return actions.append(.serve(preamble, id, nil, from: client))
        }
        if case .queued = calls[slot]?.phase {
            let credit = calls[slot]?.credit ?? 0
            calls[slot]?.credit = min(
                credit &+ min(preamble.number, WireLimits.window), WireLimits.window)
        } else {
            signalWorker(slot, preamble, &actions)
        }
    }

    private mutating func noteProgress(_ slot: Int) {
        guard calls[slot]?.hasProgressed == false else { return }
        calls[slot]?.hasProgressed = true
        calls[slot]?.request = nil
    }
}
