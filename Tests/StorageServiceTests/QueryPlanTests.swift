import CivilTime
import Contracts
import Folding
import Foundation
import GRDB
import RPC
import Samples
import Synchronization
import Testing
import Tracker

/// The statements of calls that a person waits for, as the service runs them: none of them goes through
/// a table that grows.
@Suite struct QueryPlanTests {
    struct Wait: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Steps of a plan that would be a fault elsewhere.
        let allowed: [String]
        let call: @Sendable (Client) async throws -> Void

        init(
            _ description: String, allowed: [String] = [],
            _ call: @escaping @Sendable (Client) async throws -> Void
        ) {
            testDescription = description
            self.allowed = allowed
            self.call = call
        }
    }

    /// What may be gone through: tables of a few rows, and views, which are made of what was searched.
    private static let short = ["profile", "sqlite_sequence", "CONSTANT", "chunk", "day_total"]

    @Test(arguments: questions + commands)
    func `what a person waits for is found by a key`(wait: Wait) async throws {
        let statements = Statements()
        let storage = try await TemporaryStorage(onStatement: { statements.add($0) })
        defer { storage.remove() }
        try await Self.fill(storage)
        statements.forget()

        try await wait.call(storage.client)

        let plans = try await Self.plans(of: statements.all, in: storage)
        #expect(plans.contains { $0.step.hasPrefix("SEARCH") })
        for plan in plans where !wait.allowed.contains(plan.step) {
            #expect(!plan.isScan(exceptOf: Self.short), "\(plan.step): \(plan.statement)")
            #expect(!plan.step.contains("TEMP B-TREE"), "\(plan.step): \(plan.statement)")
        }
    }

    private struct Plan {
        let statement: String
        /// A line of the plan.
        let step: String

        /// Whether every row of a table is gone through.
        func isScan(exceptOf names: [String]) -> Bool {
            guard step.hasPrefix("SCAN ") else { return false }
            return !names.contains { step == "SCAN \($0)" || step.hasPrefix("SCAN \($0) ") }
        }
    }

    private static func plans(
        of statements: Set<String>, in storage: TemporaryStorage
    ) async throws -> [Plan] {
        try await DatabaseQueue(path: storage.path).read { db in
            try statements.sorted().flatMap { statement in
                let plan = try db.makeStatement(sql: "EXPLAIN QUERY PLAN \(statement)")
                // A plan does not depend on the values.
                plan.setUncheckedArguments(StatementArguments())
                return try Row.fetchAll(plan).map { row in
                    Plan(statement: statement, step: row["detail"])
                }
            }
        }
    }

    private static let steps = SampleReference(series: 1, start: 0, end: 1000, value: 7)

    /// Something of everything: samples that are folded, workouts, an entry, a goal, a setting.
    private static func fill(_ storage: TemporaryStorage) async throws {
        let id = try await storage.begin()
        _ = try await storage.client.call(
            Staging.declare, Staging.DeclareRequest(id: id, series: [.sample("stepCount")]))
        let samples = SampleColumns(
            starts: [steps.start], ends: [steps.end], values: [steps.value])
        let chunk = ChunkRecord(
            samples, series: steps.series, segment: 0, hash: ContentHash(high: 1, low: 2))
        _ = try await storage.client.call(
            Staging.stage, Packet(Staging.StageRequest(id: id), columns: [chunk].columns))
        let workout = Workout(
            type: "Running", source: "Watch", sourceKey: "Watch", device: "", start: 0, end: 1000,
            seconds: 1)
        _ = try await storage.client.call(
            Staging.stageRows, Staging.StageRowsRequest(id: id, rows: [.workout(workout)]))
        let version = try await storage.publish(id).version
        try await storage.foldEverything(until: version)
        let water = Activity(id: "water", name: "Water", created: CivilDate(days: 1))
        try await apply(storage, "plan", change(water))
        try await apply(storage, "log", change(entry("a", note: "a note")), goal("{\"n\":1}"))
        _ = try await storage.client.call(
            Settings.set, Settings.SetRequest(key: Settings.weekStart, value: "sunday"))
    }

    private static let questions = [
        Wait("the days of a metric") {
            _ = try await $0.call(
                Days.read, Days.ReadRequest(metric: "stepCount", shouldFindActivity: true))
        },
        Wait("the days that changed") {
            _ = try await $0.call(Days.read, Days.ReadRequest(metric: "stepCount", knownVersion: 0))
        },
        // A profile has as many series as sources and metrics, and both ask for all of them.
        Wait("the names of metrics", allowed: ["USE TEMP B-TREE FOR ORDER BY"]) {
            _ = try await $0.call(Days.names, Empty())
        },
        Wait("the metrics", allowed: ["USE TEMP B-TREE FOR GROUP BY"]) {
            _ = try await $0.call(Days.metrics, Empty())
        },
        Wait("the samples of a time") {
            let range = Folds.ChunksRequest(metric: "stepCount", from: 0, to: 86_400_000)
            _ = try await $0.stream(Folds.chunks, range, CallOptions()) { _ in }
        },
        Wait("whether all is folded") {
            _ = try await $0.call(Folds.wait, Folds.WaitRequest(version: 1))
        },
        Wait("the workouts of a time") {
            let range = HealthRows.RangeRequest(from: 0, to: 86_400_000)
            _ = try await $0.stream(HealthRows.workouts, range, CallOptions()) { _ in }
        },
        Wait("the correlations of a time") {
            let range = HealthRows.RangeRequest(from: 0, to: 86_400_000)
            _ = try await $0.stream(HealthRows.correlations, range, CallOptions()) { _ in }
        },
        Wait("the activity summaries") {
            _ = try await $0.stream(HealthRows.summaries, Empty(), CallOptions()) { _ in }
        },
        Wait("the sources of a metric") {
            _ = try await $0.call(Sources.list, Sources.MetricRequest(metric: "stepCount"))
        },
        Wait("the order of its sources") {
            _ = try await $0.call(Sources.storedOrder, Sources.MetricRequest(metric: "stepCount"))
        },
        Wait("the imports") { _ = try await $0.call(ImportLog.list, ImportLog.ListRequest()) },
        Wait("an import") { _ = try await $0.call(ImportLog.get, ImportLog.ImportRequest(id: 1)) },
        Wait("the corrections") {
            _ = try await $0.call(Corrections.list, Corrections.ListRequest(metric: "stepCount"))
        },
        Wait("the settings") { _ = try await $0.call(Settings.list, Empty()) },
        Wait("the profiles") { _ = try await $0.call(Profiles.list, Empty()) },
        Wait("the changes of a profile") {
            _ = try await $0.call(Changes.since, Changes.SinceRequest(number: 1, limit: 10))
        },
        Wait("the changes of all profiles") {
            _ = try await $0.call(
                Changes.since, Changes.SinceRequest(number: 1, isOfAllProfiles: true))
        },
        Wait("the documents") {
            _ = try await $0.call(
                TrackerRecords.documents, TrackerRecords.DocumentsRequest(kinds: ["goal"]))
        },
        Wait("the entries") {
            _ = try await $0.call(
                TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0, limit: 10))
        },
        Wait("an entry") {
            _ = try await $0.call(TrackerRecords.entry, TrackerRecords.EntryRequest(id: "a"))
        },
        Wait("the days of an activity") {
            _ = try await $0.call(
                TrackerRecords.days, TrackerRecords.DaysRequest(activity: "water"))
        },
        Wait("what undo would take back") {
            _ = try await $0.call(
                TrackerRecords.nextStep, TrackerRecords.UndoRequest(direction: .undo))
        },
    ]

    private static let commands = [
        Wait("a log") {
            let new = TrackerRecords.ApplyRequest(summary: "log", changes: [try change(entry("b"))])
            _ = try await $0.call(TrackerRecords.apply, new, CallOptions(idempotencyKey: "k"))
        },
        Wait("an edit") {
            let edit = TrackerRecords.ApplyRequest(
                summary: "edit", changes: [try change(entry("a", value: 9))])
            _ = try await $0.call(TrackerRecords.apply, edit)
        },
        Wait("undo and redo") {
            let undo = TrackerRecords.FingerprintRequest(fingerprint: nil)
            _ = try await $0.call(TrackerRecords.undo, undo)
            _ = try await $0.call(TrackerRecords.redo, undo)
        },
        Wait("a setting") {
            _ = try await $0.call(
                Settings.set, Settings.SetRequest(key: Settings.weekStart, value: "monday"))
        },
        Wait("an order of sources") {
            _ = try await $0.call(
                Sources.setOrder, Sources.SetOrderRequest(metric: "stepCount", order: ["Phone"]))
        },
        Wait("a correction") {
            _ = try await $0.call(
                Corrections.correct, Corrections.CorrectRequest(action: .delete, sample: steps))
        },
    ]
}

/// What a service asked of its database.
private final class Statements: Sendable {
    private let statements = Mutex<Set<String>>([])

    /// Those that there is a plan for; the others begin and end transactions.
    var all: Set<String> {
        statements.withLock { seen in
            seen.filter { statement in
                ["SELECT", "INSERT", "UPDATE", "DELETE", "WITH"].contains {
                    statement.hasPrefix($0)
                }
            }
        }
    }

    func add(_ statement: String) {
        _ = statements.withLock { $0.insert(statement) }
    }

    func forget() {
        statements.withLock { $0.removeAll() }
    }
}
