import Foundation
import Testing

/// Training by command, from a plan to a deleted session.
@Suite struct TrainingCommandTests {
    @Test func `a session is planned, logged, shown, edited and deleted by command`() throws {
        let system = try DaylineSystem()
        _ = try system.json("training", "exercise", "add", "Bench press", "--muscles", "Chest:1")
        _ = try system.json("training", "plan", "create", "Push Pull")
        _ = try system.json("training", "plan", "day", "push", "mon,thu", "Push")
        _ = try system.json("training", "plan", "exercise", "push", "mon", "bench", "--sets", "4")
        _ = try system.json("training", "plan", "activate", "push")

        let started = try session(system.json("training", "start", "thu"))
        _ = try system.json("training", "set", "bench", "5x60kg", "--warmup")
        _ = try system.json("training", "set", "bench", "5", "x", "100", "kg", "--rpe", "8")
        let record = try system.run("training", "set", "bench", "5x102,5")
        let finished = try session(system.json("training", "finish", "--note", "good"))
        let edited = try session(
            system.json("training", "edit", "last", "--set", "2", "--to", "6x100kg"))
        let listed = try system.run("training", "list")
        let deleted = try system.run("training", "delete", "last")
        let empty = try #require(try system.json("training", "list")["sessions"] as? [Any])

        #expect(started["label"] as? String == "Push")
        #expect(
            record.output.contains(
                "New record, Bench press, heaviest weight: 102.5 kg, before 100 kg"))
        #expect(finished["status"] as? String == "completed")
        #expect(finished["notes"] as? String == "good")
        #expect(finished["volume"] as? Double == 1012.5)
        let sets = try #require(edited["logged"] as? [[String: Any]])
        #expect(sets.map { $0["reps"] as? Int } == [5, 6, 5])
        #expect(listed.output.contains("Push Pull – Push"))
        #expect(deleted.output.contains("undo"))
        #expect(empty.isEmpty)
    }

    @Test func `a command without an open session names the command to start one`() throws {
        let system = try DaylineSystem()

        let refused = try system.run("training", "set", "Squat", "5x100kg")

        #expect(refused.status == 5)
        #expect(refused.errors.contains("training start"))
    }

    private func session(_ reply: [String: Any]) throws -> [String: Any] {
        try #require(reply["session"] as? [String: Any])
    }
}
