import Testing

/// Changes of goals, categories and weights.
extension ChangeableSystem {
    var goals: [Change] {
        [
            Change("tracker.Goals/Add") { #"{"title":"\#(name())"}"# },
            Change("tracker.Goals/Edit") { #"{"goal":"\#(try goal())","title":"\#(name())"}"# },
            Change("tracker.Goals/Link") {
                #"{"goal":"\#(try goal())","activity":"\#(try activity())","role":"activity"}"#
            },
            Change("tracker.Goals/Unlink") { try linked() },
            Change("tracker.Goals/Pause") { #"{"goal":"\#(try goal())"}"# },
            Change("tracker.Goals/Resume") {
                let request = #"{"goal":"\#(try goal())"}"#
                try successfulCall("dayline.tracker.Goals/Pause", request)
                return request
            },
            Change("tracker.Goals/Delete") { #"{"goal":"\#(try goal())"}"# },
            Change("tracker.Categories/Add") { #"{"name":"\#(name())"}"# },
            Change("tracker.Categories/Edit") {
                #"{"name":"\#(try category())","newName":"\#(name())"}"#
            },
            Change("tracker.Categories/Delete") { #"{"name":"\#(try category())"}"# },
            Change("tracker.Categories/RestoreDefaults") {
                let name = try firstName(of: "categories", in: "Categories/List")
                try successfulCall("dayline.tracker.Categories/Delete", #"{"name":"\#(name)"}"#)
                return "{}"
            },
            Change("tracker.Weights/Add") { #"{"weight":80,"unit":"kg"}"# },
            Change("tracker.Weights/Edit") { #"{"id":"\#(try weighing())","weight":79}"# },
            Change("tracker.Weights/Delete") { #"{"id":"\#(try weighing())"}"# },
            Change("tracker.Weights/SetGoal") {
                _ = try weighing()
                return #"{"weight":71,"unit":"kg"}"#
            },
            Change("tracker.Weights/SetInterval") {
                try withWeightGoal()
                return #"{"interval":"ten"}"#
            },
            Change("tracker.Weights/Acknowledge") {
                try withWeightGoal()
                return "{}"
            },
        ]
    }
}
