package import RPC

extension BrokerState {
    /// Workers and services, for `dayline services` and `dayline status`.
    package var listing: BusBroker.ListResponse {
        BusBroker.ListResponse(
            workers: workers.values.map { worker in
                BusBroker.Worker(
                    announcement: worker.announcement, host: worker.host, state: worker.state,
                    inFlight: worker.inFlight, served: worker.served, failed: worker.failed,
                    latency: worker.latency)
            }.sorted { $0.instance < $1.instance },
            services: services.filter { !$0.workers.isEmpty || $0.isExpected }.map { service in
                BusBroker.Service(
                    name: service.name, version: service.version, workers: service.workers.count,
                    queued: service.queue.count)
            }.sorted { $0.name < $1.name },
            clients: clients.values.count { !$0.calls.isEmpty }, malformed: malformed)
    }
}
