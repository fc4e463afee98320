import Foundation
import Testing

/// Creation of the records that are changed.
extension ChangeableSystem {
    func name() -> String { "N\(UUID().uuidString.prefix(8))" }

    func activity(_ fields: String = "") async throws -> String {
        let name = name()
        try await successfulCall(
            "dayline.tracker.Activities/Add", #"{"name":"\#(name)","fields":{\#(fields)}}"#)
        return name
    }

    func container() async throws -> String {
        let name = name()
        try await successfulCall(
            "dayline.tracker.Activities/Group",
            #"{"name":"\#(name)","members":["\#(try await activity())"]}"#)
        return name
    }

    func entry() async throws -> String {
        let logged = try await successfulCall(
            "dayline.tracker.Journal/Log", #"{"activity":"\#(try await activity())"}"#)
        return try #require((logged["entry"] as? [String: Any])?["id"] as? String)
    }

    func template() async throws -> String {
        let name = name()
        try await successfulCall(
            "dayline.tracker.Templates/Add",
            #"{"activity":"\#(try await activity())","name":"\#(name)"}"#)
        return name
    }

    func goal() async throws -> String {
        let title = name()
        try await successfulCall("dayline.tracker.Goals/Add", #"{"title":"\#(title)"}"#)
        return title
    }

    func linked() async throws -> String {
        let (goal, activity) = (try await goal(), try await activity())
        let request = #"{"goal":"\#(goal)","activity":"\#(activity)","role":"activity"}"#
        try await successfulCall("dayline.tracker.Goals/Link", request)
        return request.replacingOccurrences(of: #","role":"activity""#, with: "")
    }

    func weighing() async throws -> String {
        let added = try await successfulCall(
            "dayline.tracker.Weights/Add", #"{"weight":81.5,"unit":"kg","note":"x"}"#)
        return try #require((added["entry"] as? [String: Any])?["id"] as? String)
    }

    func withWeightGoal() async throws {
        _ = try await weighing()
        try await successfulCall("dayline.tracker.Weights/SetGoal", #"{"weight":70,"unit":"kg"}"#)
    }

    /// The name of the first element of a list method's response.
    func firstName(of list: String, in method: String) async throws -> String {
        let all =
            try await successfulCall("dayline.tracker.\(method)", "{}")[list] as? [[String: Any]]
        return try #require(all?.first?["name"] as? String)
    }

    func category() async throws -> String {
        let name = name()
        try await successfulCall("dayline.tracker.Categories/Add", #"{"name":"\#(name)"}"#)
        return name
    }

    func profile() async throws -> String {
        let name = name().lowercased()
        try await successfulCall(
            "dayline.storage.Profiles/Add", #"{"name":"\#(name)","zone":"UTC"}"#)
        return name
    }

    /// The reference of a step sample that no other change uses.
    func sample() throws -> String {
        if samples.unused.isEmpty {
            let days = try system.json("days", "stepCount")["days"] as? [[String: Any]]
            let day = try #require(days?.first?["day"] as? String)
            let listed = try system.json("samples", "stepCount", "--on", day)["samples"]
            samples.unused = try #require(listed as? [[String: Any]])
                .compactMap { $0["ref"] as? String }
        }
        let sample = samples.unused.popLast()
        return try #require(sample)
    }

    func correctedSample() async throws -> String {
        let sample = try sample()
        try await successfulCall("dayline.ingestion.SampleEdits/Delete", #"{"ref":"\#(sample)"}"#)
        return sample
    }

    func trashed() async throws -> String {
        let name = try await activity()
        try await successfulCall("dayline.tracker.Activities/Delete", #"{"name":"\#(name)"}"#)
        return name
    }
}
