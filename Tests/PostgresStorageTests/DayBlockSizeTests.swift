import Contracts
import PostgresClient
import PostgresServer
import RPC
import StorageTestKit
import Testing

@testable import PostgresStorage

@Suite(.temporaryStorage) struct DayBlockSizeTests {
    @Test func `a year of day totals is stored in at most half of its bytes`() async throws {
        let storage = try await TemporaryPostgresStorage()
        let owner = try await PostgresConnection.open(
            TemporaryPostgres.shared.get().address(of: storage.database), within: .seconds(30))
        defer { owner.close() }
        var totals = DayColumns()
        for day in Int32(0)..<366 {
            let value = Double(day * 7919 % 6007) / 8
            totals.day.append(day)
            totals.sum.append(value * 100)
            totals.rawSum.append(value * 100)
            totals.count.append(100)
            totals.min.append(value - 10)
            totals.max.append(value + 10)
            totals.last.append(value)
        }
        let bytes = DayBlock(number: 0, totals: totals).bytes

        let results = try await owner.run(
            [
                PostgresQuery(
                    """
                    INSERT INTO dayline.day_block
                        (profile_id, metric, block, first_day, last_day, samples, totals)
                    VALUES (1, 'stepCount', 0, 0, 365, 36600, $1)
                    """, .bytes(bytes)),
                PostgresQuery("SELECT pg_column_size(totals) FROM dayline.day_block"),
            ], within: .seconds(30))

        let stored = try #require(try results[1].first?.int32(0))
        #expect(Int(stored) * 2 <= bytes.count)
    }
}
