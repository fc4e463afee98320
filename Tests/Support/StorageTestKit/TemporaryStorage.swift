import CivilTime
package import Contracts
import Foundation
import HostFiles
package import RPC
package import StorageService
import TestKit

/// A storage service on a temporary database that is removed after the test, called through encoded messages.
package final class TemporaryStorage: DatabaseUnderTest {
    package let folder: String
    package let service: StorageService
    package let client: Client

    package var path: String { "\(folder)/dayline.sqlite" }

    package init(
        folder: String? = nil, pageLimit: Int? = nil,
        now: @escaping @Sendable () -> Int64 = WallClock.milliseconds,
        onStatement: (@Sendable (String) -> Void)? = nil,
        onChange: @escaping @Sendable ([Changes.Change]) -> Void = { _ in }
    ) async throws {
        self.folder = folder ?? NSTemporaryDirectory() + "dl-storage-\(UUID().uuidString)"
        try FileManager.default.createDirectory(
            atPath: self.folder, withIntermediateDirectories: true)
        TestCleanup.add { [folder = self.folder] in
            try? FileManager.default.removeItem(atPath: folder)
        }
        service = try await StorageService(
            path: "\(self.folder)/dayline.sqlite", systemZone: "Europe/Berlin",
            pageLimit: pageLimit, onStatement: onStatement, now: now, onChange: onChange)
        client = Client(inProcess: service)
    }

    package func restarted(
        now: @escaping @Sendable () -> Int64
    ) async throws -> any DatabaseUnderTest {
        service.close()
        return try await TemporaryStorage(folder: folder, now: now)
    }

    package func stopFolding() async { await service.stopFolding() }
}

extension StorageUnderTest {
    package func begin(profile: String? = nil) async throws -> Int64 {
        try await client.call(
            Staging.begin,
            Staging.BeginRequest(importer: "test", file: "test.xml"),
            CallOptions(profile: profile)
        ).id
    }

    /// Stages one chunk of the metric's series for each segment.
    package func stage(
        _ segments: [Int64], metric: String = "stepCount", import id: Int64,
        profile: String? = nil, byte: UInt8 = 1, size: Int = 3
    ) async throws {
        let options = CallOptions(profile: profile)
        let declared = try await client.call(
            Staging.declare, Staging.DeclareRequest(id: id, series: [.sample(metric)]), options)
        let chunks = segments.map {
            ChunkRecord.sample(series: declared.ids[0], segment: $0, byte: byte, size: size)
        }
        _ = try await client.call(
            Staging.stage, Packet(Staging.StageRequest(id: id), columns: chunks.columns), options)
    }

    @discardableResult
    package func publish(
        _ id: Int64, profile: String? = nil, undoes undone: Int64? = nil,
        restores restored: Int64? = nil
    ) async throws -> Staging.PublishResponse {
        var report = ImportReport(
            id: id, importer: "test", file: "test.xml", bytes: 1, seconds: 0, byType: [:],
            problems: [], ignoredMetadata: [:], isTruncated: false, isDryRun: false, version: 0)
        report.undoes = undone
        report.restores = restored
        return try await client.call(
            Staging.publish, Staging.PublishRequest(id: id, report: report, quarantined: []),
            CallOptions(profile: profile))
    }

    /// The totals of a metric, by day.
    package func totals(
        _ metric: String = "stepCount", profile: String? = nil
    ) async throws -> [Int32: Double] {
        let page = try await client.call(
            Days.read, Days.ReadRequest(metric: metric), CallOptions(profile: profile))
        let columns = try DayColumns(columns: page.columns)
        return Dictionary(uniqueKeysWithValues: zip(columns.day, columns.sum))
    }

    /// The last byte of each chunk's hash, in the order of segments.
    package func lastHashBytes() async throws -> [UInt64] {
        let found = ValueCollector<UInt64>()
        _ = try await client.stream(Staging.index, Empty(), CallOptions()) { page in
            await found.add(try page.columns.column("hashLow", .uint64).array(of: UInt64.self))
        }
        return await found.values
    }

    /// The segments of the published chunks of all series, ascending.
    package func publishedSegments(profile: String? = nil) async throws -> [Int64] {
        let found = ValueCollector<Int64>()
        _ = try await client.stream(
            Staging.index, Empty(), CallOptions(profile: profile)
        ) { page in
            await found.add(
                try page.columns.column("segment", .int64).array(of: Int64.self))
        }
        return await found.values.sorted()
    }
}

extension TemporaryStorage {
    /// Examines the file `.restore` beside the database and restarts storage, which refuses the file too.
    /// - Returns: The code of the refusal, and storage after a further start.
    package func refusedRestore() async throws -> (code: Status.Code?, reopened: TemporaryStorage) {
        let examined = await code(of: {
            _ = try await client.call(
                Backups.examine, Backups.BackupRequest(path: path + ".restore"))
        })
        service.close()
        let started = await code(of: { _ = try await TemporaryStorage(folder: folder) })
        guard started == examined else {
            throw Status(.internal, "The start refused the file with another code.")
        }
        return (examined, try await TemporaryStorage(folder: folder))
    }
}

/// The mark of a database that a release of Dayline wrote.
package let applicationID = 0x4461_796C

/// The status code with which `body` fails; nil if it succeeds.
package func code(of body: () async throws -> Void) async -> Status.Code? {
    do {
        try await body()
        return nil
    } catch {
        return Status(describing: error).code
    }
}

package actor ValueCollector<Value: Sendable> {
    package private(set) var values: [Value] = []

    package init() {}

    package func add(_ new: [Value]) {
        values += new
    }
}

extension SeriesKey {
    package static func sample(_ metric: String) -> SeriesKey {
        SeriesKey(
            metric: metric, unit: "count", source: "Phone", sourceKey: "phone", device: "",
            isEntered: false)
    }
}

extension ChunkRecord {
    package static func sample(
        series: Int64, segment: Int64, byte: UInt8, size: Int = 3
    ) -> ChunkRecord {
        let start = segment * 1_048_576_000
        return ChunkRecord(
            series: series, segment: segment, count: 1, first: start, last: start + 1000, min: 1,
            max: 1, sum: 1, hashHigh: 7, hashLow: UInt64(byte),
            data: Bytes([UInt8](repeating: byte, count: size)))
    }
}

extension DayColumns {
    package static func sample(_ day: Int32, sum: Double) -> DayColumns {
        var columns = DayColumns()
        columns.day = [day]
        columns.sum = [sum]
        columns.rawSum = [sum]
        columns.count = [1]
        columns.min = [sum]
        columns.max = [sum]
        columns.last = [sum]
        return columns
    }
}
