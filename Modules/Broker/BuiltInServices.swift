import RPC

/// The services of the broker itself.
struct BuiltInServices: Service {
    let broker: @Sendable () -> Broker?
    let hub: EventHub
    let eventLimit: Int
    let secret: StartSecret?

    func register(on router: inout Router) {
        router.answer(BusHealth.check) { _, _ in
            BusHealth.CheckResponse(state: .ready, instance: "broker")
        }
        router.handle(BusBroker.list) { _, _ in
            try await requiredBroker.listing()
        }
        router.handle(BusBroker.instanceEnded) { request, _ in
            try checkSupervisor(request.token)
            try await requiredBroker.change { state, now, actions in
                state.removeInstance(request.instance, now: now, into: &actions)
            }
            return Empty()
        }
        router.handle(BusBroker.expect) { request, _ in
            try checkSupervisor(request.token)
            try await requiredBroker.change { state, now, actions in
                state.expect(
                    request.services, absences: request.absences ?? [:], now: now,
                    into: &actions)
            }
            return Empty()
        }
        router.answer(BusEvents.publish) { event, _ in
            guard event.textBytes <= eventLimit else { throw Status.eventTooLarge(eventLimit) }
            hub.publish(event)
            return Empty()
        }
        router.handle(BusEvents.subscribe) { request, context, writer in
            try await hub.subscribe(to: request.topics, in: context.profile) {
                try await writer.send($0)
            }
            return Empty()
        }
    }

    /// - Throws: PERMISSION_DENIED unless the token is the supervisor's.
    private func checkSupervisor(_ token: String?) throws(Status) {
        guard let secret else { return }
        guard let token, secret.accepts(token, of: .supervisor) else {
            throw .supervisorOnly
        }
    }

    private var requiredBroker: Broker {
        get throws(Status) {
            guard let broker = broker() else { throw Status(.unavailable, "The broker has ended.") }
            return broker
        }
    }
}

extension BusEvents.Event {
    fileprivate var textBytes: Int {
        fields.reduce(topic.utf8.count + publisher.utf8.count) {
            $0 + $1.key.utf8.count + $1.value.utf8.count
        }
    }
}
