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
        let remote = TextTable(
            of: remoteWorkers, .left("on other machines", \.name), .left("host", \.host),
            .left("state", \.state.rawValue), .right("pid") { "\($0.pid)" },
            .right("in flight", \.inFlight), .right("served", \.served),
            .right("p50") { NumberText.micros($0.p50Micros) },
            .right("p99") { NumberText.micros($0.p99Micros) }
        )
        let warnings =
            [supervisor.readOnlySentence]
            + workers.map { worker in worker.reason.map { "\(worker.name): \($0)" } }
            + remoteWorkers.map { worker in
                worker.problem.map { "\(worker.name) on \(worker.host): \($0)" }
            }
        let missing = containment.missing.map { "; this kernel lacks \($0)" } ?? ""
        var lines = [table.text(styler)]
        if !remoteWorkers.isEmpty { lines.append(remote.text(styler)) }
        lines += warnings.compactMap(\.self).map { styler.styled($0, .yellow) }
        lines += supervisor.problems
        if let database = supervisor.database { lines.append("The data is in \(database).") }
        lines.append("Importers run under \(containment.inForce)\(missing).")
        if let limitsSentence { lines.append(limitsSentence) }
        return lines.joined(separator: "\n")
    }

    /// The limits that hold for each process; nil if none is known.
    private var limitsSentence: String? {
        let limits = ([supervisor.limits] + workers.map(\.limits)).compactMap(\.self)
        guard !limits.isEmpty else { return nil }
        let files = limits.compactMap(\.openFiles).min()
            .map { "\(NumberText.count(Int($0))) open files" }
        let memory = limits.compactMap(\.memoryBytes).min()
            .map { "\(NumberText.bytes($0)) of memory" }
        let writesDumps = limits.contains { $0.coreBytes != 0 }
        let parts = [
            files ?? "any number of open files", memory ?? "any amount of memory",
            writesDumps ? "core dumps are written" : "no core dumps",
        ]
        return "Limits of each process: \(parts.joined(separator: ", "))."
    }
}

extension Control.Supervisor {
    /// The reason why nothing can be changed; nil if changes are possible.
    package var readOnlySentence: String? {
        readOnly.map { "Read-only: \($0) Nothing can be changed until this is fixed." }
    }
}
