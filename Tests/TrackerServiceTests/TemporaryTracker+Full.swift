import CivilTime
import Contracts
import Milestones
import RPC
import Tracker

extension TemporaryTracker {
    /// A home with records of every kind, including those that the format of the app does not have.
    static func full() async throws -> TemporaryTracker {
        let tracker = try await TemporaryTracker()
        let client = tracker.client
        try await tracker.add("Water") {
            $0.type = .cumulative
            $0.target = 2000
            $0.unit = "ml"
        }
        try await tracker.add("Stretch")
        try await tracker.add("Pray")
        _ = try await client.call(
            Activities.group,
            Activities.GroupRequest(name: "Morning", members: ["Stretch", "Pray"], on: monday))
        try await tracker.log("Water", 0.5, on: monday, unit: "l")
        try await tracker.log("Water", 250, on: monday.advanced(by: 1))
        _ = try await client.call(
            Journal.log,
            Journal.LogRequest(
                activity: "Water", value: .number(100), on: monday.advanced(by: 2), mood: 4,
                place: "the \"park\"", future: true))
        try await tracker.log("Pray", on: monday)
        _ = try await client.call(
            Journal.skip,
            Journal.SkipRequest(activity: "Stretch", reason: "Sick, \"very\"", on: monday))
        _ = try await client.call(
            Activities.move,
            Activities.MoveRequest(name: "Pray", container: nil, on: monday.advanced(by: 3)))
        _ = try await client.call(
            Activities.pause,
            Activities.ActivityRequest(name: "Morning", on: monday.advanced(by: 5)))
        _ = try await client.call(
            Vacations.add,
            Vacations.Vacation(from: monday.advanced(by: 7), to: monday.advanced(by: 8)))
        _ = try await client.call(
            Goals.add, Goals.AddRequest(title: "Fit", deadline: monday.advanced(by: 90), on: monday)
        )
        _ = try await client.call(
            Goals.link,
            Goals.LinkRequest(
                goal: "Fit", activity: "Water", role: .metric, baseline: 0, target: 2000,
                on: monday))
        _ = try await client.call(
            Weights.add, Weights.AddRequest(weight: 90, unit: .kg, on: monday))
        _ = try await client.call(Weights.setGoal, Weights.SetGoalRequest(weight: 80, unit: .kg))
        _ = try await client.call(
            Weights.add,
            Weights.AddRequest(
                weight: 87.5, unit: .kg, note: "a,b", on: monday.advanced(by: 1), future: true))
        return tracker
    }
}

/// A document with unknown fields and damaged records.
let documentWithFaults = """
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
