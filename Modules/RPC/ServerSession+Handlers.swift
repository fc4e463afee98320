import Synchronization

/// Runs the handler of a call and transfers its items.
extension ServerSession {
    func run(
        _ call: RunningCall, _ key: Key, _ registration: Router.Registration,
        _ handler: Router.Handler, _ content: WireContent, _ context: CallContext
    ) async {
        let outcome: Result<WireContent, any Error>
        do {
            try registration.validate(content.body)
            let reply = try await handler(
                content, context, reader(call, key), writer(call, key, registration))
            if shouldCheckMessages {
                try registration.checkForm(
                    of: reply, isItem: false, router.notes[registration.name])
            }
            outcome = .success(reply)
        } catch {
            outcome = .failure(error)
        }
        finish(call, key, outcome)
    }

    private func reader(_ call: RunningCall, _ key: Key) -> ItemReader {
        guard let queue = call.receiveQueue else { return .none }
        link.send(Envelope(queue.firstCredit, call: key.call), key.peer)
        return ItemReader { [link] in
            try queue.checkCancellation()
            guard case .item(let content) = try await queue.next() else { return nil }
            if let credit = queue.recordConsumed(content) {
                link.send(Envelope(credit, call: key.call), key.peer)
            }
            return content
        }
    }

    private func writer(
        _ call: RunningCall, _ key: Key, _ registration: Router.Registration
    ) -> ItemWriter {
        guard let gate = call.gate else { return .none }
        let note = router.notes[registration.name]
        return ItemWriter { [link, shouldCheckMessages] content in
            if shouldCheckMessages { try registration.checkForm(of: content, isItem: true, note) }
            try await gate.acquire(bytes: content.byteCount)
            try call.numbering.withLock { number in
                let item = try Envelope(
                    Preamble(.item, flags: gate.itemFlags, number: number), call: key.call,
                    content: content)
                number += 1
                link.send(item, key.peer)
            }
        }
    }

    func receiveItem(_ envelope: Envelope, _ call: RunningCall?) {
        guard let call, let queue = call.receiveQueue else { return }
        do {
            let content = try envelope.content(Header(envelope.header))
            switch queue.append(content, envelope.preamble) {
            case .accepted, .repeated: break
            case .outOfOrder: call.stop(Status(.dataLoss, "Items of the request were lost."))
            case .withoutCredit:
                call.stop(Status(.dataLoss, "An item of the request was sent without credit."))
            }
        } catch {
            call.stop(error.status)
        }
    }
}
