import Contracts

/// Formats the state of the processes as text.
enum StatusText {
    static func table(_ status: Control.StatusResponse, _ output: Output) -> String {
        var table = TextTable([
            ("worker", .left), ("state", .left), ("pid", .right), ("restarts", .right),
            ("up", .right), ("memory", .right), ("in flight", .right), ("served", .right),
            ("p50", .right), ("p99", .right),
        ])
        for worker in status.workers {
            table.add([
                worker.name, worker.state.rawValue, worker.pid.map(String.init) ?? "-",
                String(worker.restarts), worker.uptimeSeconds.map(NumberText.seconds) ?? "-",
                worker.residentBytes.map(NumberText.bytes) ?? "-",
                NumberText.count(worker.inFlight), NumberText.count(worker.served),
                micros(worker.p50Micros), micros(worker.p99Micros),
            ])
        }
        let reasons = status.workers.compactMap { worker in
            worker.reason.map { output.styled("\(worker.name): \($0)", .yellow) }
        }
        let readOnly = status.supervisor.readOnly.map {
            output.styled("Read-only: \($0) Nothing can be changed until this is fixed.", .yellow)
        }
        return
            ([table.text(output)] + [readOnly].compactMap { $0 } + reasons
            + status.supervisor.problems + [containment(status.containment)])
            .joined(separator: "\n")
    }

    private static func containment(_ containment: ContainmentReport) -> String {
        let missing = containment.missing.map { "; this kernel lacks \($0)" } ?? ""
        return "Importers run under \(containment.inForce)\(missing)."
    }

    private static func micros(_ value: Double?) -> String {
        value.map { NumberText.seconds($0 / 1_000_000) } ?? "-"
    }
}
