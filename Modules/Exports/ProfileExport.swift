package import CivilTime
import Contracts
package import RPC

/// The data of a profile, read over the bus and written to a sink in parts of bounded size.
package struct ProfileExport: Sendable {
    let client: Client
    let options: CallOptions
    let from: CivilDate?
    let to: CivilDate?
    let sink: any ExportSink

    package init(
        client: Client, options: CallOptions, from: CivilDate?, to: CivilDate?,
        sink: any ExportSink
    ) {
        self.client = client
        self.options = options
        self.from = from
        self.to = to
        self.sink = sink
    }

    /// Writes all tables and replaces the destination.
    /// - Returns: The number of rows by name of the table.
    package func run() async throws -> [String: Int] {
        do {
            var counts = try await health()
            counts.merge(try await tracker()) { $1 }
            try await sink.finish()
            return counts
        } catch {
            await sink.discard()
            throw error
        }
    }

    /// Appends rows and returns their number.
    func append(_ rows: [[ExportValue]], to table: ExportTable) async throws -> Int {
        try await sink.append(rows, to: table)
        return rows.count
    }
}
