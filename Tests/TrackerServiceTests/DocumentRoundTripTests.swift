import CivilTime
import Contracts
import Foundation
import JSON
import RPC
import TestKit
import Testing
import Tracker
import TrackerDocuments

@Suite struct DocumentRoundTripTests {
    private let monday = TemporaryTracker.monday

    @Test func `an export is unchanged after an import into an empty home`()
        async throws
    {
        let tracker = try await TemporaryTracker.full()
        let other = try await TemporaryTracker()

        let text = try await tracker.export()
        let report = try await other.importDocument(text)

        #expect(report.problems.isEmpty)
        #expect(report.read == report.stored)
        #expect(try await other.export() == text)
        #expect(try await tracker.export() == text)
    }

    @Test func `an imported home answers like the exported one`() async throws {
        let tracker = try await TemporaryTracker.full()
        let other = try await TemporaryTracker()
        _ = try await other.importDocument(try await tracker.export())

        for day in 0..<12 {
            let day = monday.advanced(by: day)
            #expect(try await other.today(day) == tracker.today(day))
        }
        for client in [tracker.client, other.client] {
            let weights = try await client.call(
                Weights.list, Weights.ListRequest(on: monday.advanced(by: 30)))
            #expect(weights.weights.map(\.note) == ["a,b", nil])
            let goal = try await client.call(Goals.show, Goals.GoalRequest(goal: "Fit", on: monday))
                .goal
            #expect(goal.metrics.map(\.progress) == [0.25])
            let entries = try await client.call(
                Entries.list, Entries.ListRequest(activity: "Water"))
            #expect(entries.entries.last?.entered == EnteredValue(amount: 0.5, unit: "l"))
        }
    }

    @Test func `references to records in the trash are not exported`() async throws {
        let tracker = try await TemporaryTracker.full()
        let other = try await TemporaryTracker()
        _ = try await tracker.client.call(Categories.add, Categories.ChangeRequest(name: "Body"))
        try await tracker.edit("Water") { $0.category = "Body" }
        _ = try await tracker.client.call(Categories.delete, Categories.DeleteRequest(name: "Body"))
        _ = try await tracker.client.call(Goals.delete, Goals.GoalRequest(goal: "Fit"))

        let text = try await tracker.export()
        let report = try await other.importDocument(text)

        #expect(report.problems.isEmpty)
        #expect(report.read == report.stored)
        #expect(try await other.export() == text)
    }

    @Test func `unknown fields and records are exported again`() async throws {
        let tracker = try await TemporaryTracker()
        _ = try await tracker.importDocument(documentWithFaults)

        let root = try #require(
            JSONValue(parsing: Array(try await tracker.export().utf8)).object)

        let activity = try #require(root["activities"]?.array?.first?.object)
        #expect(activity["mood"] == .array([.bool(true), .null]))
        #expect(activity["typeRaw"] == .string("weird"))
        let log = try #require(root["logs"]?.array?.first?.object)
        #expect(log["stars"] == .integer(5))
        #expect(log["date"] == .string("2026-01-05T17:45:00Z"))
        #expect(root["appBuild"] == .integer(7))
        #expect(
            root["exercises"]?.array?.compactMap { $0.object?["id"]?.string } == ["e2", "e1"])
    }

    @Test func `a list position at the integer limit does not prevent another record`() async throws
    {
        let tracker = try await TemporaryTracker()
        let text = """
            {"activities": [{"id": "a", "name": "Read", "sortOrder": 9223372036854775807}],
             "categories": [{"id": "c", "name": "Mind", "sortOrder": 9223372036854775807}],
             "goals": [{"id": "g", "title": "Wise", "sortOrder": 9223372036854775807}]}
            """
        _ = try await tracker.importDocument(text)
        let exported = try await tracker.export()

        try await tracker.add("Write")
        _ = try await tracker.client.call(Goals.add, Goals.AddRequest(title: "Wiser", on: monday))
        _ = try await tracker.client.call(
            Categories.add, Categories.ChangeRequest(name: "Hand"))

        let listing = try await tracker.client.call(Activities.list, Activities.ListRequest())
        #expect(listing.activities.map(\.name) == ["Read", "Write"])
        #expect(exported.split(separator: "9223372036854775807").count == 4)
    }

    @Test(arguments: DocumentFixtures.files)
    func `a sample document is exported with every field it had`(file: URL) async throws {
        let data = try Data(contentsOf: file)
        let tracker = try await TemporaryTracker()

        let report = try await tracker.importDocument(
            String(decoding: data, as: UTF8.self), zone: "UTC")
        let exported = try await tracker.export()

        #expect(report.stored == report.read)
        let original = try #require(JSONValue(parsing: Array(data)).object)
        let got = try #require(JSONValue(parsing: Array(exported.utf8)).object)
        for key in Set(original.keys).union(got.keys)
        where key != "version" {
            let (read, written) = (original[key] ?? .null, got[key] ?? .null)
            #expect(
                Set(written.array ?? [written]) == Set(read.array ?? [read]), "\(key)")
        }
    }
}
