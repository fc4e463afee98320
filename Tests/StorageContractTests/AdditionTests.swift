import Contracts
import RPC
import StorageTestKit
import Testing

/// The records of the samples and rows that each import added, which its undo removes.
@Suite(.temporaryStorage) struct AdditionTests {
    /// The additions to the chunks of an import: import, segment, count and length of the samples.
    private func additions(
        by id: Int64, _ storage: any StorageUnderTest
    ) async throws -> [[Int64]] {
        let found = ValueCollector<[Int64]>()
        _ = try await storage.client.stream(
            ImportLog.added, ImportLog.ImportRequest(id: id), CallOptions()
        ) { page in
            let imports = try page.columns.column("import", .int64).array(of: Int64.self)
            let chunks = try [ChunkRecord](columns: page.columns)
            await found.add(
                zip(imports, chunks).map {
                    [$0, $1.segment, Int64($1.count), Int64($1.data.count)]
                })
        }
        return await found.values
    }

    private func addedRows(
        by id: Int64, _ storage: any StorageUnderTest
    ) async throws -> [HealthRow] {
        let found = ValueCollector<HealthRow>()
        _ = try await storage.client.stream(
            ImportLog.addedRows, ImportLog.ImportRequest(id: id), CallOptions()
        ) { await found.add($0.rows) }
        return await found.values
    }

    /// Publishes an import that replaces the chunk of a segment and adds samples of `size` bytes to it.
    private func add(
        to segment: Int64, size: Int, byte: UInt8, _ storage: any StorageUnderTest
    ) async throws -> Int64 {
        let id = try await storage.begin()
        try await storage.stage([segment], import: id, byte: byte)
        let added = ChunkRecord.sample(series: 1, segment: segment, byte: byte, size: size)
        for _ in 0..<2 {
            _ = try await storage.client.call(
                Staging.storeAdded,
                Packet(Staging.StageRequest(id: id), columns: [added].columns))
        }
        try await storage.publish(id)
        return id
    }

    private func report(
        _ id: Int64, _ storage: any StorageUnderTest
    ) async throws -> ImportReport {
        try await storage.client.call(ImportLog.get, ImportLog.ImportRequest(id: id)).report
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `a chunk is listed with the imports that added to it since`(engine: DatabaseEngine)
        async throws
    {
        let storage = try await engine.storage()
        let first = try await storage.begin()
        try await storage.stage([1, 2], import: first)
        try await storage.publish(first)
        let second = try await add(to: 2, size: 5, byte: 2, storage)
        let third = try await storage.begin()
        try await storage.stage([3], import: third)
        try await storage.publish(third)

        #expect(
            try await additions(by: first, storage) == [
                [first, 1, 1, 0], [first, 2, 1, 0], [second, 2, 1, 5],
            ])
        #expect(try await additions(by: second, storage) == [[second, 2, 1, 5]])
        #expect(try await additions(by: third, storage) == [[third, 3, 1, 0]])
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `all additions to a chunk are in one page`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        let first = try await storage.begin()
        try await storage.stage(Array(0..<40), import: first)
        try await storage.publish(first)
        // The limit of a page is between the two imports of this segment.
        let second = try await add(to: 31, size: 5, byte: 2, storage)

        let pages = ValueCollector<[Int64]>()
        _ = try await storage.client.stream(
            ImportLog.added, ImportLog.ImportRequest(id: first), CallOptions()
        ) { page in
            await pages.add([
                try page.columns.column("import", .int64).array(of: Int64.self)
            ])
        }

        let filled = await pages.values.filter { !$0.isEmpty }
        #expect(filled.map(\.count) == [33, 8])
        #expect(filled.first?.last == second)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `an equal chunk and a removed one are not added`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        let first = try await storage.begin()
        try await storage.stage([1, 2], import: first)
        try await storage.publish(first)
        let second = try await storage.begin()
        try await storage.stage([1], import: second)
        var emptied = ChunkRecord.sample(series: 1, segment: 2, byte: 3)
        emptied.count = 0
        _ = try await storage.client.call(
            Staging.stage,
            Packet(Staging.StageRequest(id: second), columns: [emptied].columns))
        try await storage.publish(second)

        #expect(try await additions(by: second, storage).isEmpty)
        #expect(try await report(first, storage).canBeUndone == true)
        #expect(try await report(second, storage).canBeUndone == false)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `a row belongs to the last import that added it`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        let rows: [HealthRow] = [
            .activitySummary(
                ActivitySummary(day: "2026-01-01", values: ["a": 1], goals: [:], unit: "kcal")),
            .correlation(
                Correlation(
                    type: "Food", source: "Diary", sourceKey: "Diary", start: 5, end: 5,
                    members: [])),
            .workout(
                Workout(
                    type: "Running", source: "Watch", sourceKey: "Watch", device: "", start: 0,
                    end: 3_600_000, seconds: 3600)),
        ]
        func publish(_ rows: [HealthRow], removing removed: [HealthRow] = []) async throws -> Int64
        {
            let id = try await storage.begin()
            _ = try await storage.client.call(
                Staging.stageRows, Staging.StageRowsRequest(id: id, rows: rows))
            _ = try await storage.client.call(
                Staging.removeRows, Staging.StageRowsRequest(id: id, rows: removed))
            try await storage.publish(id)
            return id
        }

        let first = try await publish(rows)
        let repeated = try await publish(rows)
        let before = Set(try await addedRows(by: first, storage))
        _ = try await publish([], removing: Array(rows[1...]))
        let removed = try await addedRows(by: first, storage)
        let again = try await publish([rows[2]])

        #expect(before == Set(rows))
        #expect(try await addedRows(by: repeated, storage).isEmpty)
        #expect(removed == [rows[0]])
        #expect(try await addedRows(by: first, storage) == [rows[0]])
        #expect(try await addedRows(by: again, storage) == [rows[2]])
        #expect(try await report(repeated, storage).canBeUndone == false)
        #expect(try await report(again, storage).canBeUndone == true)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `an import is undone once`(engine: DatabaseEngine) async throws {
        let storage = try await engine.storage()
        let first = try await storage.begin()
        try await storage.stage([1], import: first)
        try await storage.publish(first)
        let undo = try await storage.begin()
        let other = try await storage.begin()

        try await storage.publish(undo, undoes: first)
        let refusal = await code(of: {
            _ = try await storage.publish(other, undoes: first)
        })
        let unknown = await code(of: {
            _ = try await storage.publish(other, undoes: 99)
        })

        let undone = try await report(first, storage)
        #expect(undone.undoneBy == undo)
        #expect(undone.canBeUndone == false)
        #expect(try await report(undo, storage).undoes == first)
        #expect(refusal == .failedPrecondition)
        #expect(unknown == .notFound)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `an import that stores an undone one again is in its report if it added something`(
        engine: DatabaseEngine
    ) async throws {
        let storage = try await engine.storage()
        let first = try await storage.begin()
        try await storage.stage([1], import: first)
        try await storage.publish(first)
        let tooEarly = try await storage.begin()
        try await storage.stage([2], import: tooEarly)
        try await storage.publish(tooEarly, restores: first)
        let beforeUndo = try await report(first, storage)
        let undo = try await storage.begin()
        try await storage.publish(undo, undoes: first)
        let empty = try await storage.begin()
        try await storage.publish(empty, restores: first)
        let withoutAdditions = try await report(first, storage)
        let restoring = try await storage.begin()
        try await storage.stage([3], import: restoring)

        try await storage.publish(restoring, restores: first)

        let restored = try await report(first, storage)
        #expect(beforeUndo.restoredBy == nil)
        #expect(withoutAdditions.restoredBy == nil)
        #expect(restored.restoredBy == restoring)
        #expect(restored.undoneBy == undo)
        #expect(try await report(restoring, storage).restores == first)
    }

    @Test(arguments: DatabaseEngine.allCases)
    func `an undo that a restart interrupts leaves the import and what it added`(
        engine: DatabaseEngine
    ) async throws {
        let storage = try await engine.storage()
        let first = try await storage.begin()
        try await storage.stage([1, 2], import: first)
        try await storage.publish(first)
        let undo = try await storage.begin()
        var emptied = ChunkRecord.sample(series: 1, segment: 1, byte: 1)
        for method in [Staging.storeRemoved, Staging.stage] {
            _ = try await storage.client.call(
                method, Packet(Staging.StageRequest(id: undo), columns: [emptied].columns))
            emptied.count = 0
        }

        let restarted = try await storage.restarted()
        let refusal = await code(of: {
            _ = try await restarted.publish(undo, undoes: first)
        })

        #expect(refusal == .notFound)
        #expect(try await restarted.publishedSegments() == [1, 2])
        #expect(try await report(first, restarted).canBeUndone == true)
        #expect(try await additions(by: first, restarted).count == 2)
    }
}
