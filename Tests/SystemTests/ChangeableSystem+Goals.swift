import Testing

/// Changes of goals, categories and weights.
extension ChangeableSystem {
    var goals: [Change] {
        [
            Change("tracker.Goals/Add") { #"{"title":"\#(name())"}"# },
            Change("tracker.Goals/Edit") {
                #"{"goal":"\#(try await goal())","title":"\#(name())"}"#
            },
            Change("tracker.Goals/Link") {
                #"{"goal":"\#(try await goal())","activity":"\#(try await activity())","role":"activity"}"#
            },
            Change("tracker.Goals/Unlink") { try await linked() },
            Change("tracker.Goals/Pause") { #"{"goal":"\#(try await goal())"}"# },
            Change("tracker.Goals/Resume") {
                let request = #"{"goal":"\#(try await goal())"}"#
                try await successfulCall("dayline.tracker.Goals/Pause", request)
                return request
            },
            Change("tracker.Goals/Delete") { #"{"goal":"\#(try await goal())"}"# },
            Change("tracker.Categories/Add") { #"{"name":"\#(name())"}"# },
            Change("tracker.Categories/Edit") {
                #"{"name":"\#(try await category())","newName":"\#(name())"}"#
            },
            Change("tracker.Categories/Reorder") { #"{"names":["\#(try await category())"]}"# },
            Change("tracker.Categories/Delete") { #"{"name":"\#(try await category())"}"# },
            Change("tracker.Categories/RestoreDefaults") {
                let name = try await firstName(of: "categories", in: "Categories/List")
                try await successfulCall(
                    "dayline.tracker.Categories/Delete", #"{"name":"\#(name)"}"#)
                return "{}"
            },
            Change("tracker.Weights/Add") { #"{"weight":80,"unit":"kg"}"# },
            Change("tracker.Weights/Edit") { #"{"id":"\#(try await weighing())","weight":79}"# },
            Change("tracker.Weights/Delete") { #"{"id":"\#(try await weighing())"}"# },
            Change("tracker.Weights/SetGoal") {
                _ = try await weighing()
                return #"{"weight":71,"unit":"kg"}"#
            },
            Change("tracker.Weights/SetInterval") {
                try await withWeightGoal()
                return #"{"interval":"ten"}"#
            },
            Change("tracker.Weights/Acknowledge") {
                try await withWeightGoal()
                return "{}"
            },
        ]
    }
}
