package import Contracts

/// The rates of the processes between two states of the system.
package struct SystemRates: Sendable {
    private let before: Control.StatusResponse
    private let now: Control.StatusResponse
    private let seconds: Double

    /// - Parameters:
    ///   - before: The earlier state.
    ///   - now: The later state.
    ///   - elapsed: The time between them.
    package init(_ before: Control.StatusResponse, _ now: Control.StatusResponse, elapsed: Duration)
    {
        self.before = before
        self.now = now
        seconds = elapsed / .seconds(1)
    }

    /// The processes, with what each did in the time between the states.
    package var processes: [ProcessRates] {
        now.workers.map { worker in
            let earlier = before.workers.first { $0.pid == worker.pid && $0.name == worker.name }
            return ProcessRates(
                worker: worker,
                callsPerSecond: rate(earlier.map { Double($0.served) }, Double(worker.served)),
                processorShare: rate(earlier?.cpuSeconds, worker.cpuSeconds))
        }
    }

    /// The increase per second; nil if a value is unknown or the counter started again.
    private func rate(_ before: Double?, _ now: Double?) -> Double? {
        guard let before, let now, now >= before, seconds > 0 else { return nil }
        return (now - before) / seconds
    }
}

/// A process with its rates.
package struct ProcessRates: Encodable, Sendable {
    package var worker: Control.Worker
    /// Answered calls per second; nil: unknown.
    package var callsPerSecond: Double?
    /// Seconds of processor time per second; nil: unknown.
    package var processorShare: Double?
}

extension [ProcessRates] {
    /// A table with a row for each process.
    package func table(_ styler: some TextStyler) -> String {
        TextTable(
            of: self, .left("worker", \.worker.name), .left("state", \.worker.state.rawValue),
            .right("cpu") { NumberText.share($0.processorShare) },
            .right("memory") { $0.worker.residentBytes.map(NumberText.bytes) ?? "-" },
            .right("calls/s") { NumberText.short($0.callsPerSecond) },
            .right("in flight", \.worker.inFlight), .right("queued", \.worker.queued),
            .right("served", \.worker.served),
            .right("p50") { NumberText.micros($0.worker.p50Micros) },
            .right("p99") { NumberText.micros($0.worker.p99Micros) },
            .right("restarts", \.worker.restarts)
        ).text(styler)
    }
}
