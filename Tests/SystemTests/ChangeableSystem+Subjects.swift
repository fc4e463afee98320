import Foundation
import Testing

/// Creation of the records that are changed.
extension ChangeableSystem {
    func name() -> String { "N\(UUID().uuidString.prefix(8))" }

    func activity(_ fields: String = "") throws -> String {
        let name = name()
        try successfulCall(
            "dayline.tracker.Activities/Add", #"{"name":"\#(name)","fields":{\#(fields)}}"#)
        return name
    }

    func container() throws -> String {
        let name = name()
        try successfulCall(
            "dayline.tracker.Activities/Group",
            #"{"name":"\#(name)","members":["\#(try activity())"]}"#)
        return name
    }

    func entry() throws -> String {
        let logged = try successfulCall(
            "dayline.tracker.Journal/Log", #"{"activity":"\#(try activity())"}"#)
        return try #require((logged["entry"] as? [String: Any])?["id"] as? String)
    }

    func goal() throws -> String {
        let title = name()
        try successfulCall("dayline.tracker.Goals/Add", #"{"title":"\#(title)"}"#)
        return title
    }

    func linked() throws -> String {
        let (goal, activity) = (try goal(), try activity())
        let request = #"{"goal":"\#(goal)","activity":"\#(activity)","role":"activity"}"#
        try successfulCall("dayline.tracker.Goals/Link", request)
        return request.replacingOccurrences(of: #","role":"activity""#, with: "")
    }

    func weighing() throws -> String {
        let added = try successfulCall(
            "dayline.tracker.Weights/Add", #"{"weight":81.5,"unit":"kg","note":"x"}"#)
        return try #require((added["entry"] as? [String: Any])?["id"] as? String)
    }

    func withWeightGoal() throws {
        _ = try weighing()
        try successfulCall("dayline.tracker.Weights/SetGoal", #"{"weight":70,"unit":"kg"}"#)
    }

    /// The name of the first element of a list method's response.
    func firstName(of list: String, in method: String) throws -> String {
        let all = try successfulCall("dayline.tracker.\(method)", "{}")[list] as? [[String: Any]]
        return try #require(all?.first?["name"] as? String)
    }

    func category() throws -> String {
        let name = name()
        try successfulCall("dayline.tracker.Categories/Add", #"{"name":"\#(name)"}"#)
        return name
    }

    func profile() throws -> String {
        let name = name().lowercased()
        try successfulCall("dayline.storage.Profiles/Add", #"{"name":"\#(name)","zone":"UTC"}"#)
        return name
    }

    /// A sample without a correction.
    func sample() throws -> String {
        let days = try system.json("days", "stepCount")["days"] as? [[String: Any]]
        let untouched = try #require(days).compactMap { $0["day"] as? String }.lazy.compactMap {
            day in
            let samples = try? system.json("samples", "stepCount", "--on", day)["samples"]
            return (samples as? [[String: Any]])?.first { $0["source"] as? String != "Dayline" }
        }
        return try #require(untouched.first?["ref"] as? String)
    }

    func correctedSample() throws -> String {
        let sample = try sample()
        try successfulCall("dayline.ingestion.SampleEdits/Delete", #"{"ref":"\#(sample)"}"#)
        return sample
    }

    func trashed() throws -> String {
        let name = try activity()
        try successfulCall("dayline.tracker.Activities/Delete", #"{"name":"\#(name)"}"#)
        return name
    }
}
