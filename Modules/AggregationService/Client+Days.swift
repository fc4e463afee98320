import Contracts
import RPC
import Synchronization

extension Client {
    /// The answer of ``Days/read``. From another machine it is read in pages, so that no message delays others
    /// on a slow link.
    func days(
        _ request: Days.ReadRequest, _ options: CallOptions
    ) async throws(Status) -> Packet<Days.ReadResponse> {
        guard transport.isRemote else { return try await call(Days.read, request, options) }
        let totals = ReceivedTotals()
        do {
            let body = try await stream(Days.readPages, request, options) { page in
                totals.append(try DayColumns(columns: page.columns))
            }
            return Packet(body, columns: body.isUnchanged ? [] : totals.columns)
        } catch {
            // An earlier release of storage has no pages.
            guard error.code == .unimplemented else { throw error }
            return try await call(Days.read, request, options)
        }
    }
}

/// The pages of a stream that were received.
private final class ReceivedTotals: Sendable {
    private let totals = Mutex(DayColumns())

    func append(_ page: DayColumns) {
        totals.withLock { $0.append(page) }
    }

    var columns: [Column] { totals.withLock { $0.columns } }
}
