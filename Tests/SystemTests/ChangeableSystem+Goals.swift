import Testing

/// Changes of goals, categories and weights.
extension ChangeableSystem {
    var goals: [Change] {
        [
            Change("schedule.Goals/Add") { #"{"title":"\#(name())"}"# },
            Change("schedule.Goals/Edit") { #"{"goal":"\#(try goal())","title":"\#(name())"}"# },
            Change("schedule.Goals/Link") {
                #"{"goal":"\#(try goal())","activity":"\#(try activity())","role":"activity"}"#
            },
            Change("schedule.Goals/Unlink") { try linked() },
            Change("schedule.Goals/Pause") { #"{"goal":"\#(try goal())"}"# },
            Change("schedule.Goals/Resume") {
                let request = #"{"goal":"\#(try goal())"}"#
                try made("dayline.schedule.Goals/Pause", request)
                return request
            },
            Change("schedule.Goals/Delete") { #"{"goal":"\#(try goal())"}"# },
            Change("schedule.Categories/Add") { #"{"name":"\#(name())"}"# },
            Change("schedule.Categories/Edit") {
                #"{"name":"\#(try category())","newName":"\#(name())"}"#
            },
            Change("schedule.Categories/Delete") { #"{"name":"\#(try category())"}"# },
            Change("schedule.Categories/RestoreDefaults") {
                let name = try firstName(of: "categories", in: "Categories/List")
                try made("dayline.schedule.Categories/Delete", #"{"name":"\#(name)"}"#)
                return "{}"
            },
            Change("schedule.Weights/Add") { #"{"weight":80,"unit":"kg"}"# },
            Change("schedule.Weights/Edit") { #"{"id":"\#(try weighing())","weight":79}"# },
            Change("schedule.Weights/Delete") { #"{"id":"\#(try weighing())"}"# },
            Change("schedule.Weights/SetGoal") {
                _ = try weighing()
                return #"{"weight":71,"unit":"kg"}"#
            },
            Change("schedule.Weights/SetInterval") {
                try withWeightGoal()
                return #"{"interval":"ten"}"#
            },
            Change("schedule.Weights/Acknowledge") {
                try withWeightGoal()
                return "{}"
            },
        ]
    }
}
