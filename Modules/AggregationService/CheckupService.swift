import Contracts
package import HostFiles
package import Logging
package import RPC

/// Compares the stored day totals with a fold of all samples. Every aggregation worker has one.
package final class CheckupService: Service {
    private let checkup: DayTotalCheckup

    /// - Parameters:
    ///   - client: The client for storage.
    ///   - zones: The system's zones.
    ///   - logger: Logs damaged chunks.
    package init(client: Client, zones: ZoneCatalog, logger: Logger) {
        checkup = DayTotalCheckup(
            client: client, zones: zones,
            fold: Fold(reader: SampleReader(client: client, logger: logger)))
    }

    package func register(on router: inout Router) {
        router.handle(Checkups.aggregation) { [checkup] request, _ in
            Checkups.RunResponse(checks: [
                try await checkup.run(isRepairing: request.isRepairing)
            ])
        }
    }
}
