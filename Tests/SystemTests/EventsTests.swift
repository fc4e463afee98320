import Foundation
import TestKit
import Testing

/// `dayline events`: no acknowledged change is missed across crashes.
@Suite(.serialized) struct EventsTests {
    private let system: DaylineSystem

    init() throws {
        system = try DaylineSystem()
    }

    /// Changes a setting and retries with the same key until the change is acknowledged.
    private func set(_ name: String) async throws {
        try await eventually("an answer") {
            let outcome = try system.run(
                "call", "dayline.storage.Settings/Set",
                "{\"key\":\"test.\(name)\",\"value\":\"\(name)\"}", "--key", "key-\(name)")
            try #require([0, 4].contains(outcome.status), "\(outcome.errors)")
            return outcome.status == 0
        }
    }

    private struct Event: Decodable {
        var topic: String
        var number: Int64
        var fields: [String: String]
    }

    private func events(_ lines: [String]) throws -> [Event] {
        try lines.map { try JSONDecoder().decode(Event.self, from: Data($0.utf8)) }
    }

    private func values(_ events: [Event]) -> [String] {
        events.compactMap { $0.fields["after"] }
    }

    @Test func `changes after a number are shown with their new values`() async throws {
        for name in ["a", "b", "c"] { try await set(name) }

        let all = try system.run("--json", "events", "change.setting", "--since", "0")
        let shown = try events(all.output.split(separator: "\n").map(String.init))
        let rest = try system.run(
            "--json", "events", "change", "--since", "\(try #require(shown.first).number)")

        #expect(values(shown) == ["a", "b", "c"])
        #expect(
            try values(events(rest.output.split(separator: "\n").map(String.init))) == ["b", "c"])
    }

    @Test func `a change number beyond the newest is a usage error`() async throws {
        let outcome = try system.run("events", "change", "--since", "4711")

        #expect(outcome.status == 2)
        #expect(outcome.errors.contains("The database has no change 4711"))
    }

    @Test func `a follower misses no change when storage, the broker or itself is killed`()
        async throws
    {
        let first = try BackgroundCommand(
            system, "--json", "events", "change.setting", "--since", "0", "--follow")
        try await set("before")
        for worker in ["storage", "broker", "storage", "broker"] {
            let pid = try #require(try system.pid(of: worker))
            kill(pid, SIGKILL)
            try await set("after-\(worker)-\(pid)")
        }
        try await set("last")
        let received = try events(first.lines { $0.last?.contains("last") == true })
        first.kill()
        try await set("away")
        let second = try BackgroundCommand(
            system, "--json", "events", "change.setting", "--since",
            "\(try #require(received.last).number)", "--follow")
        try await set("back")
        let more = try events(second.lines { $0.last?.contains("back") == true })

        let numbers = (received + more).map(\.number)
        #expect(numbers == Set(numbers).sorted())
        #expect(values(received).count == 6)
        #expect(values(received).first == "before" && values(received).last == "last")
        #expect(values(more) == ["away", "back"])
    }

    /// A subscribed follower of these topics.
    private func follower(of topics: String...) async throws -> BackgroundCommand {
        let follower = try BackgroundCommand(
            "\(DaylineSystem.programs)/dayline",
            ["--home", system.home, "--json", "events", "change", "--follow"] + topics)
        // The follower is subscribed once it has printed a change.
        var count = 0
        try await eventually("a change that is shown") {
            count += 1
            try await set("\(count)")
            return !follower.lines.isEmpty
        }
        return follower
    }

    @Test func `state changes of workers are published as they happen`() async throws {
        let follower = try await follower(of: "worker")

        kill(try #require(try system.pid(of: "ingestion")), SIGKILL)
        let lines = follower.lines { lines in
            lines.contains { $0.contains("worker.gone") }
                && lines.contains { $0.contains("worker.ready") }
                && lines.contains { $0.contains("\"state\":\"ready\"") }
        }

        let events = try self.events(lines).filter { $0.fields["name"] == "ingestion" }
        let ofBroker = events.filter { $0.topic != "worker.state" }
        #expect(ofBroker.map(\.topic) == ["worker.gone", "worker.ready"])
        let states = events.filter { $0.topic == "worker.state" }.map(\.fields)
        #expect(states.first?["reason"] == "ended with signal 9")
        #expect(states.last?["state"] == "ready")
    }

    @Test func `the progress of an import and its folds is published as it happens`()
        async throws
    {
        let export = try GeneratedExport(days: 30, seed: 3)
        defer { export.remove() }
        _ = try system.json("profile", "add", "kim", "--zone", "UTC")
        let follower = try await follower(of: "import", "fold")

        _ = try system.json("--profile", "kim", "import", export.xml)
        let report = try system.json("import", export.xml)
        let lines = follower.lines { $0.contains { $0.contains("\"stage\":\"done\"") } }

        let events = try self.events(lines)
        #expect(events.allSatisfy { $0.fields["profile"] == "default" })
        let progress = events.filter { $0.topic == "import.progress" }.map(\.fields)
        let stages = progress.compactMap { $0["stage"] }
        #expect(stages == stages.sorted { order($0) < order($1) })
        #expect(Set(stages) == ["reading", "publishing", "folding", "done"])
        let bytes = progress.compactMap { $0["bytesRead"].flatMap(Int.init) }
        #expect(bytes == bytes.sorted() && bytes.last == report["bytes"] as? Int)
        #expect(progress.last?["read"] == "\(try #require(report["read"] as? Int))")
        #expect(progress.last?["id"] == "\(try #require(report["id"] as? Int))")
        let folds = events.filter { $0.topic == "fold.progress" }.map(\.fields)
        let complete = folds.filter { $0["done"] == $0["tasks"] }.compactMap { $0["metric"] }
        let metrics = try #require(try system.json("metrics")["metrics"] as? [[String: Any]])
        #expect(Set(complete).isSuperset(of: metrics.compactMap { $0["metric"] as? String }))
    }

    private func order(_ stage: String) -> Int {
        ["reading", "publishing", "folding", "done"].firstIndex(of: stage) ?? -1
    }
}
