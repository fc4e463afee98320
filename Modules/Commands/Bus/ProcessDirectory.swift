import RPC

/// The broker and the workers, by name.
struct ProcessDirectory {
    struct Process: Sendable {
        var name: String
        /// The target of a call; nil for the broker.
        var target: String?
    }

    private static let broker = "broker"
    private static let supervisor = "daylined"

    let all: [Process]

    init(_ context: CommandContext) async throws {
        let workers = try await context.bus().call(BusBroker.list, Empty(), context.options())
            .workers
        all =
            [Process(name: Self.broker)]
            + workers.map { worker in
                Process(
                    name: worker.host.map { "\($0)/\(worker.name)" } ?? worker.name,
                    target: worker.instance)
            }
            .sorted { $0.name < $1.name }
    }

    /// The processes of a worker, or one process; nil: all.
    /// - Throws: NOT_FOUND with the names of all processes for an unknown name.
    func processes(named name: String?) throws(Status) -> [Process] {
        guard let name else { return all }
        guard name != Self.supervisor else { return [] }
        let named = all.filter { $0.name == name || $0.name.isProcess(of: name) }
        guard !named.isEmpty else {
            let names = [Self.supervisor] + all.map(\.name)
            throw Status(
                .notFound, "There is no process called \"\(name)\".",
                hint: "Processes: \(names.joined(separator: ", "))")
        }
        return named
    }
}

extension String {
    /// True for a name such as `aggregation-2` of the worker `aggregation`.
    fileprivate func isProcess(of worker: String) -> Bool {
        hasPrefix("\(worker)-") && Int(dropFirst(worker.count + 1)) != nil
    }
}
