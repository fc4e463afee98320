import Contracts
import PluginKit
import Processes
import RPC
import Samples
import TestKit
import Testing

struct ImportRunTests {
    @Test func `the samples of an importer are published, and the report counts them`() async throws
    {
        let system = try ImportSystem { receiver, job, _ in
            try await receiver.push(job) { batches in
                let steps = try batches.series(
                    SeriesDescription(metric: "stepCount", unit: "count", source: "Sam’s iPhone"))
                for index in 0..<3 {
                    try batches.append(steps, index, value: 10)
                    try batches.append(steps, index, value: 10)
                }
                let location = ItemLocation(offset: 77, line: 4, text: "<Record")
                try batches.quarantine(location, type: "stepCount", reason: "it has no value")
                batches.ignore(2, of: "ClinicalRecord")
            }
        }

        let report = try await system.run()

        #expect(
            report.byType == [
                "stepCount": .init(read: 7, stored: 3, duplicate: 3, quarantined: 1, ignored: 0),
                "ClinicalRecord": .init(
                    read: 2, stored: 0, duplicate: 0, quarantined: 0, ignored: 2),
            ])
        #expect(
            report.problems == [.init(offset: 77, line: 4, reason: "it has no value", count: 1)])
        let stored = try await system.storage.samples()
        #expect(stored.keys.map(\.sourceKey) == ["Sam's iPhone"])
        #expect(stored.values.first?.values.map(\.count) == [3])
        #expect(await system.storage.quarantined.map(\.text) == ["<Record"])
    }

    @Test func `a batch that cannot be decoded is an error of the importer`() async throws {
        let other = UploadMethod<Batches.PushRequest, Packet<Empty>, Empty>(Batches.service, "Push")
        let system = try ImportSystem { receiver, job, _ in
            _ = try await receiver.upload(
                other, Batches.PushRequest(token: job.token), CallOptions(deadline: .never)
            ) { try await $0.send(Packet(Empty(), columns: [])) }
        }

        let refusal = await #expect(throws: Status.self) { try await system.run() }

        #expect(refusal?.code == .invalidArgument)
        #expect(refusal?.message.hasPrefix("The importer sent a batch that cannot be read") == true)
        #expect(refusal?.hint == "Check the importer with: dayline plugins validate")
    }

    @Test func `values are stored in the canonical unit`() async throws {
        let system = try ImportSystem { receiver, job, _ in
            try await receiver.push(job) { batches in
                let walked = try batches.series(
                    SeriesDescription(metric: "distanceWalkingRunning", unit: "km", source: "x"))
                try batches.append(walked, 0, value: 1.25)
            }
        }

        _ = try await system.run()

        let stored = try await system.storage.samples()
        #expect(stored.keys.map(\.unit) == ["m"])
        #expect(stored.values.first?.values.map(\.values) == [[1250]])
    }

    @Test func `a repeated import writes nothing`() async throws {
        let system = try ImportSystem { receiver, job, _ in
            try await receiver.push(job) { batches in try batches.appendHeartRate(0..<5000) }
        }

        let first = try await system.run()
        let writes = await system.storage.writes
        let second = try await system.run()

        #expect(first.stored == 5000)
        #expect(second.read == 5000)
        #expect(second.duplicate == 5000)
        #expect(await system.storage.writes == writes)
    }

    @Test func `an import of a file that has grown stores the new samples`() async throws {
        let system = try ImportSystem { receiver, job, _ in
            let count = job.zone == nil ? 3000 : 4000
            try await receiver.push(job) { batches in try batches.appendHeartRate(0..<count) }
        }

        _ = try await system.run()
        let report = try await system.client.stream(
            Imports.run, Imports.RunRequest(path: system.file, zone: "UTC")
        ) { _ in }

        #expect(report.stored == 1000)
        #expect(report.duplicate == 3000)
    }

    @Test func `a dry run has the counts of the import and stores nothing`() async throws {
        let system = try ImportSystem { receiver, job, _ in
            try await receiver.push(job) { batches in
                // Out of order, so that chunks are written again.
                try batches.appendHeartRate((0..<9000).reversed())
                try batches.appendHeartRate(0..<9000)
            }
        }

        let dry = try await system.run(dryRun: true)
        let writes = await system.storage.writes
        let real = try await system.run()

        #expect(dry.byType == real.byType)
        #expect(dry.isDryRun)
        #expect(writes == 0)
        #expect(real.stored == 9000)
        #expect(await system.storage.reports.count == 1)
    }

    /// A batch with a row, which is staged immediately.
    private static var samplesAndRow: Batches.Batch {
        var batch = Batches.Batch.heartRate(0..<1000)
        batch.rows = [
            .activitySummary(ActivitySummary(day: "2026-01-01", values: [:], goals: [:], unit: ""))
        ]
        return batch
    }

    @Test func `an import without new samples writes only its report`() async throws {
        let system = try ImportSystem { receiver, job, _ in
            try await receiver.push(job) { try $0.appendHeartRate(0..<9000) }
        }
        _ = try await system.run()
        let writes = await system.storage.writes
        await system.storage.fillDisk()

        let again = try await system.run()
        let dry = try await system.run(dryRun: true)

        #expect(again.duplicate == 9000)
        #expect(again.id == 0)
        #expect(again.version == 1)
        #expect(again.notice?.contains("disk is full") == true)
        #expect(dry.byType == again.byType)
        #expect(await system.storage.writes == writes)
        #expect(await system.storage.reports.count == 1)
    }

    @Test func `an import with new samples fails on a full disk`() async throws {
        let system = try ImportSystem { receiver, job, _ in
            try await receiver.push(job) { try $0.appendHeartRate(0..<9000) }
        }
        await system.storage.fillDisk()

        let error = await #expect(throws: Status.self) { try await system.run() }

        #expect(error?.code == .resourceExhausted)
        #expect(try await system.run(dryRun: true).stored == 9000)
        #expect(await system.storage.reports.isEmpty)
    }

    @Test func `an import with damaged items fails on a full disk`() async throws {
        let system = try ImportSystem { receiver, job, _ in
            try await receiver.push(job) {
                let location = ItemLocation(offset: 0, line: 1, text: "?")
                try $0.quarantine(location, type: "heartRate", reason: "damage")
            }
        }
        await system.storage.fillDisk()

        let error = await #expect(throws: Status.self) { try await system.run() }

        #expect(error?.code == .resourceExhausted)
    }

    @Test func `the error of an importer ends the import, and nothing is stored`()
        async throws
    {
        let system = try ImportSystem { receiver, job, _ in
            _ = try await receiver.upload(Batches.push, Batches.PushRequest(token: job.token)) {
                writer in
                let failure = ImportProblem("There is no export in it.", hint: "Make it again.")
                try await writer.send(Packet(Self.samplesAndRow, columns: .heartRate(0..<1000)))
                try await writer.send(
                    Packet(Batches.Batch(failure: failure.status), columns: []))
            }
        }

        await #expect(
            throws: Status(.invalidArgument, "There is no export in it.", hint: "Make it again.")
        ) { try await system.run() }
        #expect(await system.storage.aborted == [1])
        #expect(await system.storage.staged.isEmpty)
    }

    @Test func `a crash of an importer is reported, and nothing is stored`() async throws {
        let system = try ImportSystem { receiver, job, _ in
            _ = try? await receiver.upload(Batches.push, Batches.PushRequest(token: job.token)) {
                writer in
                try await writer.send(Packet(Self.samplesAndRow, columns: .heartRate(0..<1000)))
                throw ScriptedImporter.Crash(ending: .killed(signal: 11))
            }
            throw ScriptedImporter.Crash(ending: .killed(signal: 11))
        }

        let error = await #expect(throws: Status.self) { try await system.run() }

        #expect(error?.message.contains("signal 11") == true)
        #expect(await system.storage.staged.isEmpty)
        #expect(try await system.storage.samples().isEmpty)
    }

    @Test func `an importer that ends without batches is reported with its exit status`()
        async throws
    {
        let system = try ImportSystem { _, _, _ in
            throw ScriptedImporter.Crash(ending: .exited(1))
        }

        let error = await #expect(throws: Status.self) { try await system.run() }

        #expect(error?.message.contains("exit status 1") == true)
    }

    @Test func `a token is valid once`() async throws {
        let system = try ImportSystem { receiver, job, _ in
            try await receiver.push(job) { try $0.appendHeartRate(0..<10) }
            await #expect(throws: Status.self) {
                try await receiver.push(job) { try $0.appendHeartRate(10..<20) }
            }
        }

        #expect(try await system.run().stored == 10)
    }

    @Test func `an importer without a valid token is rejected`() async throws {
        let system = try ImportSystem { receiver, job, _ in
            var other = job
            other.token = "0123456789abcdef"
            let error = await #expect(throws: Status.self) {
                try await receiver.push(other) { try $0.appendHeartRate(0..<10) }
            }
            #expect(error?.code == .permissionDenied)
            try await receiver.push(job) { try $0.appendHeartRate(0..<5) }
        }

        #expect(try await system.run().stored == 5)
    }

    @Test func `a cancelled import stops the importer and discards staged rows`() async throws {
        let (started, continuation) = AsyncStream.makeStream(of: ScriptedImporter.self)
        let system = try ImportSystem { receiver, job, importer in
            _ = try await receiver.upload(Batches.push, Batches.PushRequest(token: job.token)) {
                writer in
                try await writer.send(Packet(Self.samplesAndRow, columns: .heartRate(0..<1000)))
                continuation.yield(importer)
                try await Task.sleep(for: .seconds(600))
            }
        }
        let run = Task { try await system.run() }
        var importers = started.makeAsyncIterator()
        let importer = try #require(await importers.next())

        run.cancel()
        await #expect(throws: (any Error).self) { try await run.value }

        // The call ends at the cancel, and the import shortly after.
        try await eventually("the kill") { importer.wasKilled }
        try await eventually("nothing staged") { await system.storage.staged.isEmpty }
    }

    @Test func `imports of one profile run one at a time`() async throws {
        let system = try ImportSystem { receiver, job, _ in
            try await receiver.push(job) { try $0.appendHeartRate(0..<100) }
        }

        async let first = system.run()
        async let second = system.run()
        async let third = system.run()
        let stored = try await [first.stored, second.stored, third.stored]

        #expect(stored.sorted() == [0, 0, 100])
        #expect(await system.storage.peakRunning == 1)
    }
}

extension SampleBatches {
    /// A sample of a second, a minute after the one before.
    mutating func append(_ series: SeriesHandle, _ minute: Int, value: Double) throws {
        let start = 1_700_000_000_000 + Int64(minute) * 60_000
        let location = ItemLocation(offset: 0, line: 0, text: "")
        try append(series, start: start, end: start + 1000, value: value, from: location)
    }

    mutating func appendHeartRate(_ minutes: some Sequence<Int>) throws {
        let series = try series(
            SeriesDescription(metric: "heartRate", unit: "count/min", source: "Watch"))
        for minute in minutes { try append(series, minute, value: Double(minute % 80 + 50)) }
    }
}

extension Batches.Batch {
    static func heartRate(_ minutes: Range<Int>) -> Self {
        let key = SeriesKey(
            metric: "heartRate", unit: "count/min", source: "Watch", sourceKey: "Watch", device: "",
            isEntered: false)
        return Self(series: [Batches.Declaration(key: key)])
    }
}

extension [Column] {
    static func heartRate(_ minutes: Range<Int>) -> Self {
        let starts = minutes.map { 1_700_000_000_000 + Int64($0) * 60_000 }
        return [
            Column("series", [Int32(0)]), Column("length", [Int32(minutes.count)]),
            Column("start", starts), Column("end", starts),
            Column("value", minutes.map { Double($0 % 80 + 50) }),
        ]
    }
}
