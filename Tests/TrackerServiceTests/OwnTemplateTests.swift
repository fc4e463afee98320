import CivilTime
import Contracts
import RPC
import Testing
import Tracker

/// The templates that a person made of activities.
@Suite struct OwnTemplateTests {
    private func tracker() async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        try await tracker.add("Evening") { $0.type = .container }
        try await tracker.add("Floss", in: "Evening") { $0.icon = "drop.fill" }
        try await tracker.add("Weigh-in", in: "Evening") {
            $0.type = .value
            $0.unit = "kg"
            $0.schedule = .weekly([1, 4])
        }
        return tracker
    }

    private func add(
        _ activity: String, as name: String? = nil, to tracker: TemporaryTracker
    ) async throws -> Templates.Template {
        try await tracker.client.call(
            Templates.add, Templates.AddRequest(activity: activity, name: name, summary: " Mine. "))
    }

    private func own(_ tracker: TemporaryTracker) async throws -> [Templates.Template] {
        try await tracker.client.call(Templates.list, Empty()).templates.filter {
            $0.isOwn == true
        }
    }

    @Test func `a template of a container adds its activities again with their settings`()
        async throws
    {
        let tracker = try await tracker()
        let template = try await add("Evening", as: "My evening", to: tracker)
        for name in ["Floss", "Weigh-in", "Evening"] {
            _ = try await tracker.client.call(
                Activities.delete, Activities.ActivityRequest(name: name))
        }

        let applied = try await tracker.client.call(
            Templates.apply, Templates.ApplyRequest(name: "My evening"))
        let added = try await tracker.client.call(Activities.list, Activities.ListRequest())
            .activities

        #expect(template.summary == "Mine.")
        #expect(template.container == "Evening")
        #expect(applied.added == ["Floss", "Weigh-in"])
        #expect(added.map(\.name) == ["Evening", "Floss", "Weigh-in"])
        #expect(added[1].icon == "drop.fill")
        #expect(added[2].unit == "kg")
        #expect(added[2].schedule == .weekly([1, 4]))
    }

    @Test func `a template of one activity has no container, health link or day`() async throws {
        let tracker = try await tracker()
        try await tracker.add("Passport") {
            $0.schedule = .adhoc(TemporaryTracker.monday.advanced(by: 9))
        }

        let template = try await add("Passport", to: tracker)
        _ = try await tracker.client.call(
            Activities.delete, Activities.ActivityRequest(name: "Passport"))
        _ = try await tracker.client.call(
            Templates.apply, Templates.ApplyRequest(name: "Passport"))
        let again = try await tracker.client.call(
            Activities.show, Activities.ActivityRequest(name: "Passport"))

        #expect(template.container == nil)
        #expect(again.schedule == .sticky)
    }

    @Test func `a template is changed and deleted, and undo reverts each`() async throws {
        let tracker = try await tracker()
        _ = try await add("Evening", as: "My evening", to: tracker)

        let edited = try await tracker.client.call(
            Templates.edit,
            Templates.EditRequest(
                name: "my eve", newName: "Night", summary: "", activities: ["weigh-in"]))
        let stored = try await own(tracker)
        _ = try await tracker.client.call(
            Templates.delete, Templates.DeleteRequest(name: "Night"))
        let deleted = try await own(tracker)
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())
        let restored = try await own(tracker)
        _ = try await tracker.client.call(Journal.undo, Journal.StepRequest())

        #expect(edited.name == "Night" && edited.activities == ["Weigh-in"])
        #expect(stored == [edited])
        #expect(deleted.isEmpty)
        #expect(restored == [edited])
        #expect(try await own(tracker).map(\.activities) == [["Floss", "Weigh-in"]])
    }

    @Test func `a template returns with the document of the profile`() async throws {
        let tracker = try await tracker()
        let template = try await add("Evening", as: "Night", to: tracker)
        let text = try await tracker.export()
        let other = try await TemporaryTracker()

        _ = try await other.importDocument(text)
        let again = try await other.importDocument(text)

        #expect(try await own(other) == [template])
        #expect(again.byType["dayline.template"]?.duplicate == 1)
    }

    @Test func `a template of a document with days that do not exist is not stored`() async throws {
        let tracker = try await tracker()
        _ = try await add("Weigh-in", to: tracker)
        let text = try await tracker.export()
        let damaged = text.replacing("\"weekdays\":[1,4]", with: "\"weekdays\":[0,4]")
        let other = try await TemporaryTracker()

        let report = try await other.importDocument(damaged)

        #expect(damaged != text)
        #expect(report.byType["dayline.template"]?.quarantined == 1)
        #expect(try await own(other).isEmpty)
    }

    @Test func `a template of Dayline is not changed`() async throws {
        let tracker = try await tracker()

        let edit = await #expect(throws: Status.self) {
            try await tracker.client.call(
                Templates.edit, Templates.EditRequest(name: "morning", newName: "Mine"))
        }
        let delete = await #expect(throws: Status.self) {
            try await tracker.client.call(
                Templates.delete, Templates.DeleteRequest(name: "morning"))
        }

        #expect(edit?.code == .failedPrecondition)
        #expect(delete?.code == .failedPrecondition)
        #expect(delete?.hint?.contains("template-add") == true)
    }

    @Test func `a name of another template and a container without activities are refused`()
        async throws
    {
        let tracker = try await tracker()
        try await tracker.add("Empty") { $0.type = .container }
        _ = try await add("Floss", to: tracker)

        for (activity, name, code) in [
            ("Evening", "Morning", Status.Code.alreadyExists), ("Evening", "floss", .alreadyExists),
            ("Evening", "-x", .invalidArgument), ("Empty", nil, .failedPrecondition),
            ("Nothing", nil, .notFound),
        ] as [(String, String?, Status.Code)] {
            let error = await #expect(throws: Status.self) {
                try await add(activity, as: name, to: tracker)
            }
            #expect(error?.code == code)
        }
        #expect(try await own(tracker).map(\.name) == ["Floss"])
    }

    @Test(arguments: [[], ["Read"], ["Floss", "Floss"]])
    func `a template keeps at least one of its activities, each once`(
        activities: [String]
    ) async throws {
        let tracker = try await tracker()
        _ = try await add("Evening", as: "Night", to: tracker)

        let error = await #expect(throws: Status.self) {
            try await tracker.client.call(
                Templates.edit, Templates.EditRequest(name: "Night", activities: activities))
        }

        #expect(error?.code == .invalidArgument)
        #expect(try await own(tracker).map(\.activities) == [["Floss", "Weigh-in"]])
    }

    @Test func `a summary and the number of templates are limited`() async throws {
        let tracker = try await tracker()
        let long = String(repeating: "x", count: Templates.summaryLimit + 1)

        let tooLong = await #expect(throws: Status.self) {
            try await tracker.client.call(
                Templates.add, Templates.AddRequest(activity: "Floss", summary: long))
        }
        for number in 0..<Templates.limit {
            _ = try await add("Floss", as: "Template \(number)", to: tracker)
        }
        let tooMany = await #expect(throws: Status.self) {
            try await add("Floss", to: tracker)
        }

        #expect(tooLong?.code == .invalidArgument)
        #expect(tooMany?.code == .resourceExhausted)
    }
}
