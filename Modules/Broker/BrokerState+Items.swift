import RPC
import ZeroMQ

extension BrokerState {
    mutating func forwardToClient(
        _ slot: Int, _ preamble: Preamble, _ content: FrameList, _ actions: inout [Action]
    ) {
        guard let call = calls[slot], !call.isAbandoned else { return }
        guard answers.charge(content, to: call.client.peer) else {
            return fail(slot, .tooManyUnreadBytes, &actions)
        }
        markProgress(call)
        actions.append(
            .forward(preamble, call.clientCall, content, isRetained: false, to: call.client.peer))
    }

    mutating func forwardToWorker(
        _ slot: Int, _ preamble: Preamble, _ content: FrameList, _ actions: inout [Action]
    ) {
        guard let call = calls[slot], let worker = call.workerPeer else {
            malformed += 1
            return
        }
        guard sent.charge(content, to: call.client.peer) else {
            return fail(slot, .tooManyBytesSent, &actions)
        }
        markProgress(call)
        actions.append(.forward(preamble, call.workerCall, content, isRetained: false, to: worker))
    }

    func signalClient(_ slot: Int, _ preamble: Preamble, _ actions: inout [Action]) {
        guard let call = calls[slot], !call.isAbandoned else { return }
        actions.append(.signal(preamble, call.clientCall, to: call.client.peer))
    }

    func signalWorker(_ slot: Int, _ preamble: Preamble, _ actions: inout [Action]) {
        guard let call = calls[slot], let worker = call.workerPeer else { return }
        actions.append(.signal(preamble, call.workerCall, to: worker))
    }

    /// Handles credit from a client. Before the call has a worker, credit is added to the request's.
    mutating func grant(
        _ preamble: Preamble, _ id: CallID, _ client: UInt64, _ actions: inout [Action]
    ) {
        guard let slot = clients[client]?.calls[id] else {
            return actions.append(.serve(preamble, id, nil, from: client))
        }
        if let call = calls[slot], call.worker == nil {
            // Without an item there is no credit in bytes to grant.
            guard !preamble.flags.contains(.byteCredit) else {
                malformed += 1
                return
            }
            let credit = min(preamble.number, WireLimits.window)
            call.credit = min(call.credit &+ credit, WireLimits.window)
        } else {
            signalWorker(slot, preamble.withLimitedCredit, &actions)
        }
    }

    private func markProgress(_ call: BrokerCall) {
        guard !call.hasProgressed else { return }
        call.hasProgressed = true
        call.request = nil
    }
}
