import RPC

/// The figures of the processes and of the storage.
struct SystemMetrics {
    let bus: BusBroker.ListResponse
    /// The size of the database in bytes; nil: unknown.
    let databaseBytes: Int64?

    var families: [MetricFamily] {
        var up = MetricFamily("dayline_worker_up", "1 if the worker is ready, 0 if it drains.")
        var running = MetricFamily("dayline_worker_running_calls", "Calls in progress.")
        var served = MetricFamily("dayline_worker_calls", kind: .counter, "Calls that ended.")
        var failed = MetricFamily(
            "dayline_worker_failed_calls", kind: .counter, "Calls that failed.")
        var median = MetricFamily(
            "dayline_worker_median_call_seconds", unit: "seconds",
            "Median time from dispatch to the response.")
        var slowest = MetricFamily(
            "dayline_worker_slow_call_seconds", unit: "seconds",
            "Time from dispatch to the response that 99 % of the calls do not exceed.")
        for worker in bus.workers {
            let labels: KeyValuePairs = ["worker": worker.name, "process": worker.instance]
            up.add(worker.state == .ready ? 1 : 0, labels)
            running.add(worker.inFlight, labels)
            served.add(worker.served, labels)
            failed.add(worker.failed, labels)
            if let micros = worker.p50Micros { median.add(Double(micros) / 1e6, labels) }
            if let micros = worker.p99Micros { slowest.add(Double(micros) / 1e6, labels) }
        }
        var queued = MetricFamily(
            "dayline_service_queued_calls", "Calls that wait for a worker with free capacity.")
        for service in bus.services { queued.add(service.queued, ["service": service.name]) }
        var clients = MetricFamily("dayline_clients", "Clients with open calls or subscriptions.")
        clients.add(bus.clients)
        var malformed = MetricFamily(
            "dayline_malformed_messages", kind: .counter, "Messages that violated the protocol.")
        malformed.add(bus.malformed)
        var database = MetricFamily(
            "dayline_database_bytes", unit: "bytes", "Size of the database with its log.")
        if let databaseBytes { database.add(Double(databaseBytes)) }
        return [up, running, served, failed, median, slowest, queued, clients, malformed, database]
    }
}
