package import Contracts

extension Control.StatusResponse: TextPresentable {
    package func text(_ styler: some TextStyler) -> String {
        let table = TextTable(
            of: workers, .left("worker", \.name), .left("state", \.state.rawValue),
            .right("pid") { $0.pid.map(String.init) ?? "-" },
            .right("restarts") { "\($0.restarts)" },
            .right("up") { $0.uptimeSeconds.map(NumberText.seconds) ?? "-" },
            .right("memory") { $0.residentBytes.map(NumberText.bytes) ?? "-" },
            .right("in flight", \.inFlight), .right("served", \.served),
            .right("p50") { NumberText.micros($0.p50Micros) },
            .right("p99") { NumberText.micros($0.p99Micros) }
        )
        let warnings =
            [supervisor.readOnlySentence]
            + workers.map { worker in worker.reason.map { "\(worker.name): \($0)" } }
        let missing = containment.missing.map { "; this kernel lacks \($0)" } ?? ""
        return
            ([table.text(styler)] + warnings.compactMap { $0 }.map { styler.styled($0, .yellow) }
            + supervisor.problems + ["Importers run under \(containment.inForce)\(missing)."])
            .joined(separator: "\n")
    }
}

extension Control.Supervisor {
    /// The reason why nothing can be changed; nil if changes are possible.
    package var readOnlySentence: String? {
        readOnly.map { "Read-only: \($0) Nothing can be changed until this is fixed." }
    }
}
