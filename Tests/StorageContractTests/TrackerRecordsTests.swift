import CivilTime
import Contracts
import Foundation
import RPC
import StorageTestKit
import Testing
import Tracker

@Suite(.temporaryStorage) struct TrackerRecordsTests {
    @Test(arguments: StorageEngine.allCases)
    func `entries are read unchanged in the order of logging`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        let plain = entry("b", value: nil)
        let full = entry("a", note: "line one\nline two")
        var skipped = entry("c")
        skipped.outcome = .skipped(reason: "Sick")

        try await apply(storage, "log", change(plain), change(full), change(skipped))

        #expect(try await entries(storage) == [plain, full, skipped])
        let found = try await storage.client.call(
            TrackerRecords.entry, TrackerRecords.EntryRequest(id: "a"))
        #expect(found.entry == full)
    }

    @Test(arguments: StorageEngine.allCases)
    func `a long log is read in pages`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        try await apply(storage, "log", change(entry("a")), change(entry("b")), change(entry("c")))

        let first = try await storage.client.call(
            TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0, limit: 2))
        let rest = try await storage.client.call(
            TrackerRecords.entries,
            TrackerRecords.EntriesRequest(after: try #require(first.body.next), limit: 2))

        #expect(try (first.entries() + rest.entries()).map(\.entry.id) == ["a", "b", "c"])
        #expect(rest.body.next == nil)
    }

    @Test(arguments: StorageEngine.allCases)
    func `undo reverts one step at a time, and redo applies it again`(engine: StorageEngine)
        async throws
    {
        let storage = try await engine.storage()
        try await apply(storage, "first", change(entry("a")), goal("{\"n\":1}"))
        try await apply(storage, "second", change(entry("a", value: 300)), goal("{\"n\":2}"))
        try await apply(
            storage, "third",
            TrackerRecords.Change(kind: TrackerRecords.entryKind, id: "a", body: nil))
        func step(
            _ method: RPC.Method<TrackerRecords.StepRequest, TrackerRecords.ApplyResponse>
        ) async throws -> String {
            try await storage.client.call(
                method, TrackerRecords.StepRequest()
            ).summary
        }

        #expect(try await step(TrackerRecords.undo) == "third")
        #expect(try await entries(storage) == [entry("a", value: 300)])
        #expect(try await step(TrackerRecords.undo) == "second")
        #expect(try await entries(storage) == [entry("a")])
        #expect(try await bodies(storage) == ["{\"n\":1}"])
        #expect(try await step(TrackerRecords.redo) == "second")
        #expect(try await bodies(storage) == ["{\"n\":2}"])
        #expect(try await step(TrackerRecords.undo) == "second")
        #expect(try await step(TrackerRecords.undo) == "first")
        #expect(try await entries(storage).isEmpty)
        #expect(await code { _ = try await step(TrackerRecords.undo) } == .failedPrecondition)
    }

    @Test(arguments: StorageEngine.allCases)
    func `undo and redo of a step that is not next change nothing`(engine: StorageEngine)
        async throws
    {
        let storage = try await engine.storage()
        let first = try await apply(storage, "first", goal("{\"n\":1}")).first
        let second = try await apply(storage, "second", goal("{\"n\":2}")).first
        func undo(_ step: Int64, key: String? = nil) async throws -> String {
            try await storage.client.call(
                TrackerRecords.undo, TrackerRecords.StepRequest(step: step),
                CallOptions(idempotencyKey: key)
            ).summary
        }
        func redo(_ step: Int64) async throws -> String {
            try await storage.client.call(
                TrackerRecords.redo, TrackerRecords.StepRequest(step: step)
            ).summary
        }

        #expect(await code { _ = try await undo(first) } == .aborted)
        #expect(try await bodies(storage) == ["{\"n\":2}"])
        #expect(try await undo(second, key: "k") == "second")
        #expect(try await undo(second, key: "k") == "second")
        #expect(try await bodies(storage) == ["{\"n\":1}"])
        #expect(await code { _ = try await redo(first) } == .aborted)
        #expect(try await redo(second) == "second")
        #expect(try await bodies(storage) == ["{\"n\":2}"])
    }

    @Test(arguments: StorageEngine.allCases)
    func `a setting is undone, but a remembered interval is not`(engine: StorageEngine) async throws
    {
        let storage = try await engine.storage()
        func set(_ key: String, _ value: String?) async throws {
            _ = try await storage.client.call(
                Settings.set, Settings.SetRequest(key: key, value: value))
        }
        func settings() async throws -> [String: String] {
            try await storage.client.call(Settings.list, Empty()).values
        }
        try await set(Settings.weekStart, "sunday")
        try await set(Settings.weekStart, nil)
        try await set(Settings.intervalPrefix + "steps", "week")

        #expect(try await step(storage, TrackerRecords.undo) == "settings weekStart")
        #expect(try await settings()[Settings.weekStart] == "sunday")
        #expect(try await step(storage, TrackerRecords.undo) == "settings weekStart sunday")
        #expect(try await settings() == [Settings.intervalPrefix + "steps": "week"])
        #expect(try await step(storage, TrackerRecords.redo) == "settings weekStart sunday")
        #expect(try await settings()[Settings.weekStart] == "sunday")
    }

    @Test(arguments: StorageEngine.allCases)
    func `an undone step cannot be redone after another change`(engine: StorageEngine) async throws
    {
        let storage = try await engine.storage()
        try await apply(storage, "first", goal("{\"n\":1}"))
        let nothing = TrackerRecords.StepRequest()
        _ = try await storage.client.call(TrackerRecords.undo, nothing)

        try await apply(storage, "second", goal("{\"n\":2}"))

        #expect(
            await code { _ = try await storage.client.call(TrackerRecords.redo, nothing) }
                == .failedPrecondition)
    }

    @Test(arguments: StorageEngine.allCases)
    func `undoing a removal restores the order of entries`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        try await apply(storage, "log", change(entry("a")), change(entry("b")))
        try await apply(
            storage, "delete",
            TrackerRecords.Change(kind: TrackerRecords.entryKind, id: "a", body: nil))

        _ = try await storage.client.call(
            TrackerRecords.undo, TrackerRecords.StepRequest())

        #expect(try await entries(storage).map(\.id) == ["a", "b"])
    }

    @Test(arguments: StorageEngine.allCases)
    func `a stale revision rejects the whole request`(engine: StorageEngine)
        async throws
    {
        let storage = try await engine.storage()
        let first = try await apply(storage, "first", goal("{}", expected: 0)).last

        try await apply(storage, "second", goal("{\"n\":1}", expected: first))
        let late = await code {
            try await apply(
                storage, "late", change(entry("a")), goal("{\"n\":2}", expected: first))
        }

        #expect(late == .aborted)
        #expect(try await bodies(storage) == ["{\"n\":1}"])
        #expect(try await entries(storage).isEmpty)
    }

    @Test(arguments: StorageEngine.allCases)
    func `each change is logged with the previous text`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        try await apply(storage, "first", goal("{\"n\":1}"))
        try await apply(storage, "second", goal("{\"n\":2}"))

        let page = try await storage.client.call(Changes.since, Changes.SinceRequest(number: 1))

        #expect(page.changes.map(\.kind) == ["goal"])
        #expect(page.changes.map(\.before) == ["{\"n\":1}"])
        #expect(page.changes.map(\.after) == ["{\"n\":2}"])
    }

    @Test(arguments: StorageEngine.allCases)
    func `a request that changes nothing adds no step`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        try await apply(storage, "first", goal("{}"))
        try await apply(storage, "nothing", goal("{}"))

        let undone = try await storage.client.call(
            TrackerRecords.undo, TrackerRecords.StepRequest())

        #expect(undone.summary == "first")
    }

    @Test(arguments: StorageEngine.allCases)
    func `a key is stored with its response`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        let request = TrackerRecords.FingerprintRequest(fingerprint: "log water 250")
        let options = CallOptions(idempotencyKey: "k")
        let before = try await storage.client.call(TrackerRecords.findResult, request, options)
            .applied

        let applied = try await apply(
            storage, "log", change(entry("a")), fingerprint: request.fingerprint, key: "k")
        let again = try await apply(
            storage, "log", change(entry("b")), fingerprint: request.fingerprint, key: "k")

        #expect(before == nil)
        #expect(again == applied)
        #expect(
            try await storage.client.call(TrackerRecords.findResult, request, options).applied
                == applied)
        #expect(try await entries(storage).map(\.id) == ["a"])
        let other = TrackerRecords.FingerprintRequest(fingerprint: "log water 300")
        #expect(
            await code {
                _ = try await storage.client.call(TrackerRecords.findResult, other, options)
            }
                == .failedPrecondition)
    }

    @Test(arguments: StorageEngine.allCases)
    func `a stored reply is deleted when a record is purged`(engine: StorageEngine)
        async throws
    {
        let storage = try await engine.storage()
        let lookup = TrackerRecords.FingerprintRequest(fingerprint: "add")
        let options = CallOptions(idempotencyKey: "k")
        let request = TrackerRecords.ApplyRequest(
            summary: "add", changes: [goal("{}")], fingerprint: "add", reply: "a secret")

        let first = try await storage.client.call(TrackerRecords.apply, request, options)
        let second = try await storage.client.call(TrackerRecords.apply, request, options)
        try await apply(storage, "purge", goal(nil), isFinal: true)
        let third = try await storage.client.call(TrackerRecords.findResult, lookup, options)
            .applied

        #expect(first.reply == nil)
        #expect(second.reply == "a secret")
        #expect(third == first)
    }

    @Test(arguments: StorageEngine.allCases)
    func `a change with an unexpected number is refused`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        let latest = try await apply(storage, "first", goal("{}")).last
        func applyBody(_ body: String, last: Int64) async throws -> Int64 {
            let request = TrackerRecords.ApplyRequest(
                summary: "x", changes: [goal(body)], last: last)
            return try await storage.client.call(TrackerRecords.apply, request).last
        }

        let refused = await code { _ = try await applyBody("[]", last: latest + 2) }

        #expect(refused == .aborted)
        #expect(try await bodies(storage) == ["{}"])
        #expect(try await applyBody("[]", last: latest + 1) == latest + 1)
    }

    @Test(arguments: StorageEngine.allCases)
    func `a purged record is cleared in the log and cannot be restored`(engine: StorageEngine)
        async throws
    {
        let storage = try await engine.storage()
        try await apply(storage, "first", goal("{\"secret\":1}"))
        try await apply(storage, "purge", goal(nil), isFinal: true)

        let changes = try await storage.client.call(
            Changes.since, Changes.SinceRequest(number: 0)
        ).changes

        #expect(changes.allSatisfy { $0.before == nil && $0.after == nil })
        #expect(
            await code {
                _ = try await storage.client.call(
                    TrackerRecords.undo, TrackerRecords.StepRequest())
            } == .failedPrecondition)
    }

    @Test(arguments: StorageEngine.allCases)
    func `a change set planned on an older version is refused`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        let first = try await apply(storage, "first", change(entry("a")))
        func applied(_ id: String, on base: Int64) async -> Status.Code? {
            await code {
                _ = try await storage.client.call(
                    TrackerRecords.apply,
                    TrackerRecords.ApplyRequest(
                        summary: "log", changes: [try change(entry(id))], base: base))
            }
        }
        _ = try await storage.client.call(
            TrackerRecords.apply,
            TrackerRecords.ApplyRequest(summary: "log", changes: [try change(entry("k"))]),
            CallOptions(profile: "kim"))

        let unmoved = await applied("b", on: first.last)
        let moved = await applied("c", on: first.last)
        let unknown = await applied("d", on: 99)

        #expect([unmoved, moved, unknown] == [nil, .aborted, .aborted])
        #expect(try await entries(storage).map(\.id) == ["a", "b"])
    }

    @Test(arguments: StorageEngine.allCases)
    func `a profile sees only its own records`(engine: StorageEngine) async throws {
        let storage = try await engine.storage()
        _ = try await storage.client.call(
            Profiles.add, Profiles.AddRequest(name: "kim", zone: "UTC"))
        try await apply(storage, "log", change(entry("a")))
        let kim = CallOptions(profile: "kim")

        let page = try await storage.client.call(
            TrackerRecords.entries, TrackerRecords.EntriesRequest(after: 0), kim)

        #expect(try page.entries().isEmpty)
        #expect(
            await code {
                _ = try await storage.client.call(
                    TrackerRecords.entry, TrackerRecords.EntryRequest(id: "a"), kim)
            } == .notFound)
    }
}
