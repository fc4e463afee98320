import CivilTime
import Contracts
import Folding
import Foundation
import GRDB
import RPC
import Samples
import StorageTestKit
import Synchronization
import Testing
import Tracker

/// The query plans of interactive calls: no statement scans a table that grows.
@Suite(.temporaryStorage) struct QueryPlanTests {
    struct InteractiveCall: Sendable, CustomTestStringConvertible {
        let testDescription: String
        /// Steps of a plan that other calls must not have.
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

        init<Request, Reply>(
            _ description: String, _ method: Method<Request, Reply>, _ request: Request
        ) {
            self.init(description) { _ = try await $0.call(method, request) }
        }
    }

    /// Tables that may be scanned: those with few rows, and views over rows that were found by a search.
    private static let small = ["profile", "sqlite_sequence", "CONSTANT", "chunk", "day_total"]

    @Test(arguments: queries + commands)
    func `interactive calls search by key`(interactive: InteractiveCall) async throws {
        let statements = Statements()
        let storage = try await TemporaryStorage(onStatement: { statements.add($0) })
        try await Self.fill(storage)
        statements.forget()

        try await interactive.call(storage.client)

        let plans = try await Self.plans(of: statements.all, in: storage)
        #expect(plans.contains { $0.step.hasPrefix("SEARCH") })
        for plan in plans where !interactive.allowed.contains(plan.step) {
            #expect(!plan.isScan(exceptOf: Self.small), "\(plan.step): \(plan.statement)")
            #expect(!plan.step.contains("TEMP B-TREE"), "\(plan.step): \(plan.statement)")
        }
    }

    private struct Plan {
        let statement: String
        /// A line of the plan.
        let step: String

        /// True if the step scans a table other than those with the names.
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

    /// Adds folded samples, a workout, an activity, an entry, a goal and a setting.
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

    private static let queries = [
        InteractiveCall(
            "the days of a metric", Days.read,
            .init(metric: "stepCount", shouldFindActivity: true)),
        InteractiveCall(
            "the changed days of a metric", Days.read,
            .init(metric: "stepCount", knownVersion: 0)),
        // Both calls read all series of a profile, which are few.
        InteractiveCall("the names of metrics", allowed: ["USE TEMP B-TREE FOR ORDER BY"]) {
            _ = try await $0.call(Days.names, Empty())
        },
        InteractiveCall("the metrics", allowed: ["USE TEMP B-TREE FOR GROUP BY"]) {
            _ = try await $0.call(Days.metrics, Empty())
        },
        InteractiveCall("the samples of a time range") {
            let range = Folds.ChunksRequest(metric: "stepCount", from: 0, to: 86_400_000)
            _ = try await $0.stream(Folds.chunks, range, CallOptions()) { _ in }
        },
        InteractiveCall("a wait for folded days", Folds.wait, .init(version: 1)),
        InteractiveCall("the workouts of a time range") {
            let range = HealthRows.RangeRequest(from: 0, to: 86_400_000)
            _ = try await $0.stream(HealthRows.workouts, range, CallOptions()) { _ in }
        },
        InteractiveCall("the correlations of a time range") {
            let range = HealthRows.RangeRequest(from: 0, to: 86_400_000)
            _ = try await $0.stream(HealthRows.correlations, range, CallOptions()) { _ in }
        },
        InteractiveCall("the activity summaries") {
            _ = try await $0.stream(HealthRows.summaries, Empty(), CallOptions()) { _ in }
        },
        InteractiveCall("the sources of a metric", Sources.list, .init(metric: "stepCount")),
        InteractiveCall(
            "the source order of a metric", Sources.storedOrder,
            .init(metric: "stepCount")),
        InteractiveCall("the imports", ImportLog.list, .init()),
        InteractiveCall("an import", ImportLog.get, .init(id: 1)),
        InteractiveCall("the corrections", Corrections.list, .init(metric: "stepCount")),
        InteractiveCall("the settings", Settings.list, .init()),
        InteractiveCall("the profiles", Profiles.list, .init()),
        InteractiveCall("the changes of a profile", Changes.since, .init(number: 1, limit: 10)),
        InteractiveCall(
            "the changes of all profiles", Changes.since,
            .init(number: 1, isOfAllProfiles: true)),
        InteractiveCall("the documents", TrackerRecords.documents, .init(kinds: ["goal"])),
        InteractiveCall("the entries", TrackerRecords.entries, .init(after: 0, limit: 10)),
        InteractiveCall("an entry", TrackerRecords.entry, .init(id: "a")),
        InteractiveCall("the days of an activity", TrackerRecords.days, .init(activity: "water")),
        InteractiveCall(
            "the step that undo would revert", TrackerRecords.nextStep,
            .init(direction: .undo)),
    ]

    private static let commands = [
        InteractiveCall("a log") {
            let new = TrackerRecords.ApplyRequest(summary: "log", changes: [try change(entry("b"))])
            _ = try await $0.call(TrackerRecords.apply, new, CallOptions(idempotencyKey: "k"))
        },
        InteractiveCall("an edit") {
            let edit = TrackerRecords.ApplyRequest(
                summary: "edit", changes: [try change(entry("a", value: 9))])
            _ = try await $0.call(TrackerRecords.apply, edit)
        },
        InteractiveCall("undo and redo") {
            let undo = TrackerRecords.StepRequest()
            _ = try await $0.call(TrackerRecords.undo, undo)
            _ = try await $0.call(TrackerRecords.redo, undo)
        },
        InteractiveCall("a setting", Settings.set, .init(key: Settings.weekStart, value: "monday")),
        InteractiveCall(
            "a source order", Sources.setOrder,
            .init(metric: "stepCount", order: ["Phone"])),
        InteractiveCall("a correction", Corrections.correct, .init(action: .delete, sample: steps)),
    ]
}

/// Collects the SQL statements that a service runs.
private final class Statements: Sendable {
    private let statements = Mutex<Set<String>>([])

    /// The statements that have a query plan, without those that control transactions.
    var all: Set<String> {
        statements.withLock { collected in
            collected.filter { statement in
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
