import CivilTime
import Contracts
import Foundation
import Milestones
import RPC
import Synchronization
import Testing
import TrackerFormat
import Tracking

@Suite struct TrackerFileTests {
    let monday = TemporarySchedule.monday

    func take(
        _ text: String, into world: TemporarySchedule, zone: String? = nil, replaces: Bool = false,
        isDryRun: Bool = false
    ) async throws -> ImportReport {
        try await world.client.upload(
            TrackerFiles.take,
            TrackerFiles.Take(
                name: "export.json", zone: zone, replaces: replaces, isDryRun: isDryRun)
        ) { writer in
            let bytes = Array(text.utf8)
            let size = 1 << 20
            for start in stride(from: 0, to: max(bytes.count, 1), by: size) {
                let piece = Array(bytes[start..<min(start + size, bytes.count)])
                try await writer.send(
                    Packet(Empty(), columns: [Column("data", .bytes, Bytes(piece))]))
            }
        }
    }

    func export(
        _ world: TemporarySchedule, _ format: TrackerFiles.Format = .json,
        _ contents: TrackerFiles.Contents = .tracker
    ) async throws -> String {
        let text = Mutex<[UInt8]>([])
        _ = try await world.client.stream(
            TrackerFiles.export, TrackerFiles.Export(format: format, contents: contents),
            CallOptions(deadline: .never)
        ) { piece in
            let data = try piece.columns.column("data", .bytes)
            text.withLock { text in data.withUnsafeBytes { text += $0 } }
        }
        return text.withLock { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `activities of one name are kept, and told apart by their identifiers`() async throws
    {
        let world = try await TemporarySchedule()
        defer { world.remove() }
        let text = """
            {"version": "1.0", "activities": [
                {"id": "A", "name": "Run", "createdAt": "2026-01-01T00:00:00Z"},
                {"id": "B", "name": "run", "createdAt": "2026-01-01T00:00:00Z"},
                {"id": "C", "name": "Run", "createdAt": "2026-01-01T00:00:00Z"}], "logs": []}
            """

        let report = try await take(text, into: world)
        let refused = await status { try await world.log("Run") }

        #expect(report.byType["activities"]?.stored == 3)
        #expect(report.problems.map(\.count) == [2])
        #expect(refused?.code == .invalidArgument)
        #expect(refused?.message.contains("A, C") == true)
        #expect(refused?.hint?.contains("dayline activity edit C") == true)
        #expect(try await world.log("run").entry.activity == "run")
        #expect(try await world.log("A").entry.activity == "Run")
    }

    /// A home with something of everything, much of which the format cannot say.
    private func fullWorld() async throws -> TemporarySchedule {
        let world = try await TemporarySchedule()
        let client = world.client
        try await world.add("Water") {
            $0.type = .cumulative
            $0.target = 2000
            $0.unit = "ml"
        }
        try await world.add("Stretch")
        try await world.add("Pray")
        _ = try await client.call(
            Activities.group,
            Activities.Group(name: "Morning", members: ["Stretch", "Pray"], on: monday))
        try await world.log("Water", 0.5, on: monday, unit: "l")
        try await world.log("Water", 250, on: monday.advanced(by: 1))
        _ = try await client.call(
            Journal.log,
            Journal.Log(
                activity: "Water", value: .number(100), on: monday.advanced(by: 2), mood: 4,
                place: "the \"park\""))
        try await world.log("Pray", on: monday)
        _ = try await client.call(
            Journal.skip, Journal.Skip(activity: "Stretch", reason: "Sick, \"very\"", on: monday))
        _ = try await client.call(
            Activities.move,
            Activities.Move(name: "Pray", container: nil, on: monday.advanced(by: 3)))
        _ = try await client.call(
            Activities.pause, Activities.Name(name: "Morning", on: monday.advanced(by: 5)))
        _ = try await client.call(
            Vacations.add,
            Vacations.Range(from: monday.advanced(by: 7), to: monday.advanced(by: 8)))
        _ = try await client.call(
            Goals.add, Goals.Add(title: "Fit", deadline: monday.advanced(by: 90), on: monday))
        _ = try await client.call(
            Goals.link,
            Goals.Link(
                goal: "Fit", activity: "Water", role: .metric, baseline: 0, target: 2000,
                on: monday))
        _ = try await client.call(Weights.add, Weights.Add(weight: 90, unit: .kg, on: monday))
        _ = try await client.call(Weights.setGoal, Weights.SetGoal(weight: 80, unit: .kg))
        _ = try await client.call(
            Weights.add,
            Weights.Add(weight: 87.5, unit: .kg, note: "a,b", on: monday.advanced(by: 1)))
        return world
    }

    @Test func `what was exported, imported into an empty home and exported again is the same`()
        async throws
    {
        let world = try await fullWorld()
        defer { world.remove() }
        let other = try await TemporarySchedule()
        defer { other.remove() }

        let text = try await export(world)
        let report = try await take(text, into: other)

        #expect(report.problems.isEmpty)
        #expect(report.read == report.stored)
        #expect(try await export(other) == text)
        #expect(try await export(world) == text)
    }

    @Test func `an imported home answers as the one it came from`() async throws {
        let world = try await fullWorld()
        defer { world.remove() }
        let other = try await TemporarySchedule()
        defer { other.remove() }
        _ = try await take(try await export(world), into: other)

        for day in 0..<12 {
            let day = monday.advanced(by: day)
            #expect(try await other.today(day) == world.today(day))
        }
        for client in [world.client, other.client] {
            let weights = try await client.call(
                Weights.list, Weights.Ask(on: monday.advanced(by: 30)))
            #expect(weights.weights.map(\.note) == ["a,b", nil])
            let goal = try await client.call(Goals.show, Goals.Ask(goal: "Fit", on: monday)).goal
            #expect(goal.metrics.map(\.progress) == [0.25])
            let entries = try await client.call(Entries.list, Entries.Ask(activity: "Water"))
            #expect(entries.entries.last?.entered == EnteredValue(amount: 0.5, unit: "l"))
        }
    }

    @Test func `a second import adds nothing, and a changed record is changed`() async throws {
        let world = try await fullWorld()
        defer { world.remove() }
        let text = try await export(world)

        let again = try await take(text, into: world)
        let changed = try await take(text.replacing("Sick, ", with: "Ill, "), into: world)

        #expect(again.stored == 0, "\(again.byType)")
        #expect(again.duplicate == again.read)
        #expect(changed.stored == 1)
        #expect(changed.byType["logs"]?.stored == 1)
    }

    @Test func `what names something in the trash does not name it in an export`() async throws {
        let world = try await fullWorld()
        defer { world.remove() }
        let other = try await TemporarySchedule()
        defer { other.remove() }
        _ = try await world.client.call(Categories.add, Categories.Change(name: "Body"))
        _ = try await world.client.call(
            Activities.edit,
            Activities.Edit(name: "Water", fields: fields { $0.category = "Body" }))
        _ = try await world.client.call(Categories.delete, Categories.Name(name: "Body"))
        _ = try await world.client.call(Goals.delete, Goals.Ask(goal: "Fit"))

        let text = try await export(world)
        let report = try await take(text, into: other)

        #expect(report.problems.isEmpty)
        #expect(report.read == report.stored)
        #expect(try await export(other) == text)
    }

    private func fields(_ change: (inout Activities.Fields) -> Void) -> Activities.Fields {
        var fields = Activities.Fields()
        change(&fields)
        return fields
    }

    @Test func `the last of a day is what was logged last, before and after an edit and a restart`()
        async throws
    {
        let world = try await TemporarySchedule()
        defer { world.remove() }
        let text = """
            {"version": "1.0", "activities": [{"id": "a", "name": "Mood", "typeRaw": "value",
                "createdAt": "2026-01-01T00:00:00Z"}],
             "logs": [
                {"id": "late", "activityID": "a", "date": "2026-01-05T00:00:00Z", "value": 5,
                 "statusRaw": "completed", "completedAt": "2026-01-05T20:00:00Z"},
                {"id": "early", "activityID": "a", "date": "2026-01-05T00:00:00Z", "value": 7,
                 "statusRaw": "completed", "completedAt": "2026-01-05T08:00:00Z"},
                {"id": "first", "activityID": "a", "date": "2026-01-05T00:00:00Z", "value": 8,
                 "statusRaw": "completed"},
                {"id": "tied", "activityID": "a", "date": "2026-01-05T00:00:00Z", "value": 9,
                 "statusRaw": "completed", "completedAt": "2026-01-05T08:00:00Z"}]}
            """
        func order(in client: Client) async throws -> [Entry.ID] {
            try await client.call(Entries.list, Entries.Ask(activity: "Mood")).entries.map(\.id)
        }
        _ = try await take(text, into: world, zone: "UTC")

        let imported = try await order(in: world.client)
        _ = try await world.client.call(Entries.edit, Entries.Edit(id: "early", note: "x"))
        _ = try await world.client.call(Entries.delete, Entries.Name(id: "early"))
        _ = try await world.client.call(Journal.undo, Empty())
        let edited = try await order(in: world.client)
        let restarted = try await order(in: TemporarySchedule(sharing: world).client)

        #expect(imported == ["late", "tied", "early", "first"])
        #expect(edited == imported)
        #expect(restarted == imported)
        #expect(try await world.today(monday).completed.map(\.value) == [5])
    }

    private static let document = """
        {"version": "2.0", "timestamp": "2026-01-21T12:00:00Z", "appBuild": 7,
         "activities": [{"id": "a", "name": "Read", "mood": [true, null],
           "createdAt": "2026-01-01T09:30:00Z", "typeRaw": "weird"}, {"name": "Lost"}],
         "logs": [
           {"id": "l1", "activityID": "a", "date": "2026-01-05T17:45:00Z", "stars": 5},
           {"id": "l1", "activityID": "a", "date": "2026-01-05T17:45:00Z"},
           {"id": "l2", "activityID": "gone", "date": "2026-01-05T00:00:00Z"},
           {"id": "bad\\nid", "activityID": "a", "date": "2026-01-05T00:00:00Z"}, 3],
         "exercises": [{"id": "e2", "name": "Squat"}, {"id": "e1", "reps": {"x": 1.5}}]}
        """

    @Test func `the books balance, and each problem has its place`() async throws {
        let world = try await TemporarySchedule()
        defer { world.remove() }

        let report = try await take(Self.document, into: world)

        #expect(
            report.byType["logs"]
                == ImportReport.Books(read: 5, stored: 1, duplicate: 1, quarantined: 3))
        #expect(
            report.byType["activities"] == ImportReport.Books(read: 2, stored: 1, quarantined: 1))
        #expect(
            report.read == report.stored + report.duplicate + report.quarantined + report.ignored)
        let dangling = try #require(report.problems.first { $0.reason.contains("activityID") })
        #expect(dangling.line == 7)
        let bytes = Array(Self.document.utf8)
        #expect(bytes[Int(dangling.offset)] == UInt8(ascii: "{"))
    }

    @Test func `weights of a document that nobody weighs are left out`() async throws {
        let world = try await TemporarySchedule()
        defer { world.remove() }
        let text = """
            {"logs": [], "dayline": {
              "weight": {
                "w1": {"entry": {"day": "2026-01-05", "weight": 80, "unit": "kg"}},
                "w2": {"entry": {"day": "2026-01-06", "weight": 1e15, "unit": "kg"}},
                "w3": {"entry": {"day": "2026-01-06", "weight": 80, "unit": "kg", "bodyFat": 99}}},
              "weightGoal": {"goal": {"weight": 1e15, "unit": "kg",
                "grid": {"interval": "five", "unit": "kg"}}},
              "milestone": {"000001": {"target": 1e308, "unit": "kg", "day": "2026-01-05",
                "start": 80, "celebrationShown": true}}}}
            """

        let report = try await take(text, into: world)

        #expect(
            report.byType["dayline.weight"]
                == ImportReport.Books(read: 3, stored: 1, quarantined: 2))
        #expect(
            report.byType["dayline.weightGoal"] == ImportReport.Books(read: 1, quarantined: 1))
        #expect(report.byType["dayline.milestone"] == ImportReport.Books(read: 1, quarantined: 1))
        let refusal = await status {
            _ = try await world.client.call(Weights.milestones, Weights.AskProgress())
        }
        #expect(refusal?.code == .failedPrecondition)
    }

    @Test func `a place in a list that no list has leaves room for the next`() async throws {
        let world = try await TemporarySchedule()
        defer { world.remove() }
        let text = """
            {"activities": [{"id": "a", "name": "Read", "sortOrder": 9223372036854775807}],
             "categories": [{"id": "c", "name": "Mind", "sortOrder": 9223372036854775807}],
             "goals": [{"id": "g", "title": "Wise", "sortOrder": 9223372036854775807}]}
            """
        _ = try await take(text, into: world)
        let exported = try await export(world)

        try await world.add("Write")
        _ = try await world.client.call(Goals.add, Goals.Add(title: "Wiser", on: monday))
        _ = try await world.client.call(
            Categories.add, Categories.Change(name: "Hand"))

        let listing = try await world.client.call(Activities.list, Activities.AskList())
        #expect(listing.activities.map(\.name) == ["Read", "Write"])
        #expect(exported.split(separator: "9223372036854775807").count == 4)
    }

    @Test func `each problem is on its line, however they are ordered`() async throws {
        let world = try await TemporarySchedule()
        defer { world.remove() }
        let text = """
            {"goals": [
            {"title": "lost"}],
            "activities": [
            {"name": "lost"},

            {"id": "a", "name": "Read", "typeRaw": "odd"}],
            "categories": [
            {"name": "lost"}]}
            """

        let report = try await take(text, into: world)

        let lines = Dictionary(grouping: report.problems, by: \.line).mapValues(\.count)
        #expect(lines == [2: 1, 4: 1, 6: 1, 8: 1])
    }

    @Test func `what nobody understands is exported again`() async throws {
        let world = try await TemporarySchedule()
        defer { world.remove() }
        _ = try await take(Self.document, into: world)

        let root = try #require(
            JSONReader.value(of: Array(try await export(world).utf8)).object)

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

    @Test func `a log keeps its day in the zone that it was exported in`() async throws {
        let world = try await TemporarySchedule()
        defer { world.remove() }

        _ = try await take(
            """
            {"activities": [{"id": "a", "name": "Read", "createdAt": "2026-01-01T00:00:00Z"}],
             "logs": [{"id": "l", "activityID": "a", "date": "2026-01-06T02:00:00Z"}]}
            """, into: world, zone: "America/New_York")

        let entries = try await world.client.call(Entries.list, Entries.Ask(activity: "Read"))
        #expect(entries.entries.map(\.date.description) == ["2026-01-05"])
    }

    @Test func `replacing leaves only the document, a dry run nothing`() async throws {
        let world = try await fullWorld()
        defer { world.remove() }
        let before = try await export(world)

        let dry = try await take(Self.document, into: world, replaces: true, isDryRun: true)
        let untouched = try await export(world)
        _ = try await take(Self.document, into: world, replaces: true)

        #expect(dry.isDryRun && dry.stored > 0)
        #expect(untouched == before)
        let listing = try await world.client.call(Activities.list, Activities.AskList())
        #expect(listing.activities.map(\.name) == ["Read"])
        #expect(
            try await world.client.call(Weights.list, Weights.Ask(on: monday.advanced(by: 30)))
                .weights.count == 2)
    }

    @Test(arguments: [false, true])
    func `an import is undone and redone as one step, also after a restart`(
        replaces: Bool
    ) async throws {
        let world = try await fullWorld()
        defer { world.remove() }
        let before = try await export(world)
        _ = try await take(Self.document, into: world, replaces: replaces)
        let imported = try await export(world)
        try await world.log("Read", on: monday.advanced(by: 2))
        _ = try await world.client.call(Journal.undo, Empty())
        #expect(try await export(world) == imported)

        let undone = try await world.client.call(Journal.undo, Empty())
        let restored = try await export(world)
        let later = try await TemporarySchedule(folder: world.folder)
        _ = try await later.client.call(Journal.redo, Empty())
        let redone = try await export(later)
        _ = try await later.client.call(Journal.undo, Empty())

        #expect(undone.summary == "import export.json")
        #expect(restored == before)
        #expect(redone == imported)
        #expect(try await export(later) == before)
        #expect(try await world.today(monday) == later.today(monday))
    }

    @Test func `everything is cleared as one step, which is undone`() async throws {
        let world = try await fullWorld()
        defer { world.remove() }
        let before = try await export(world)

        let step = try await world.client.call(TrackerFiles.clear, Empty())
        let listed = try await world.client.call(Activities.list, Activities.AskList()).activities
        let weights = try await world.client.call(
            Weights.list, Weights.Ask(on: monday.advanced(by: 30))
        ).weights
        _ = try await world.client.call(Journal.undo, Empty())

        #expect(step.summary == "clear everything")
        #expect(listed.isEmpty)
        #expect(weights.isEmpty)
        #expect(try await export(world) == before)
    }

    @Test(arguments: ["", "{", "[]", "{\"weight\": 1}", "{\"version\": \"3.0\", \"logs\": []}"])
    func `what is no document of the tracker changes nothing`(text: String) async throws {
        let world = try await fullWorld()
        defer { world.remove() }
        let before = try await export(world)

        let refusal = await status { _ = try await take(text, into: world, replaces: true) }

        #expect(refusal?.code == .invalidArgument)
        #expect(try await export(world) == before)
    }

    @Test func `a calendar tells what is planned, and nothing of it is no calendar`() async throws {
        let world = try await fullWorld()
        defer { world.remove() }
        let empty = try await TemporarySchedule()
        defer { empty.remove() }
        try await world.add("Call mum") { $0.schedule = .adhoc(monday) }
        let before = try await export(world, .ics)
        try await world.log("Call mum", on: monday)

        let after = try await export(world, .ics)

        #expect(before.hasPrefix("BEGIN:VCALENDAR\r\nVERSION:2.0\r\n"))
        #expect(before.contains("SUMMARY:Water\r\nDESCRIPTION:2000 ml\r\n"))
        #expect(before.contains("SUMMARY:Vacation\r\n"))
        #expect(before.contains("SUMMARY:Goal: Fit\r\n"))
        #expect(before.contains("SUMMARY:Call mum\r\n"))
        #expect(!after.contains("SUMMARY:Call mum\r\n"))
        #expect(await status { _ = try await export(empty, .ics) }?.code == .failedPrecondition)
        #expect(
            await status { _ = try await export(world, .ics, .weight) }?.code == .invalidArgument)
    }

    @Test func `entries and weights are written as tables`() async throws {
        let world = try await fullWorld()
        defer { world.remove() }

        let entries = try await export(world, .csv)
        let weights = try await export(world, .csv, .weight)
        let document = try await export(world, .json, .weight)

        #expect(entries.hasPrefix("date,activity,status,value,unit,"))
        #expect(entries.contains(",4,\"the \"\"park\"\"\"\r\n"))
        #expect(entries.contains("2026-01-05,Water,completed,500.0,ml,"))
        #expect(entries.contains("\"Sick, \"\"very\"\"\""))
        #expect(
            weights == "date,weight,unit,note,bodyFat\r\n2026-01-05,90.0,kg,,\r\n"
                + "2026-01-06,87.5,kg,\"a,b\",\r\n")
        #expect(document.contains("\"entryCount\":2"))
    }

    @Test(arguments: samples)
    func `a sample document comes out with every field it had`(file: URL) async throws {
        let data = try Data(contentsOf: file)
        let world = try await TemporarySchedule()
        defer { world.remove() }

        let report = try await take(String(decoding: data, as: UTF8.self), into: world, zone: "UTC")
        let exported = try await export(world)

        #expect(report.stored == report.read)
        let wanted = try #require(JSONReader.value(of: Array(data)).object)
        let got = try #require(JSONReader.value(of: Array(exported.utf8)).object)
        for key in Set(wanted.keys).union(got.keys)
        where key != "version" {
            let (read, written) = (wanted[key] ?? .null, got[key] ?? .null)
            #expect(
                Set(written.array ?? [written]) == Set(read.array ?? [read]), "\(key)")
        }
    }
}

/// The project's own sample documents, and those that are at hand beside it.
private let samples: [URL] = {
    let own = URL(filePath: #filePath).deletingLastPathComponent()
        .appending(path: "../Conformance/fixtures")
    let named = ProcessInfo.processInfo.environment["DAYLINE_FIXTURES"]
    let beside = URL(filePath: named ?? "../shared/fixtures")
    return [own, beside].flatMap { folder in
        ["dayline-synthetic.v1.json", "dayline-synthetic.v2.json"].map {
            folder.appending(path: $0)
        }
    }.filter { FileManager.default.fileExists(atPath: $0.path) || $0.path.hasPrefix(own.path) }
}()
