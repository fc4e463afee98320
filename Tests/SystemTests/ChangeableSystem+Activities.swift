import Testing

/// Changes of activities, and of what follows them.
extension ChangeableSystem {
    var activities: [Change] {
        let verbs = ["Pause", "Convert", "Delete"].map { verb -> Change in
            Change("schedule.Activities/\(verb)") { #"{"name":"\#(try activity())"}"# }
        }
        return verbs + [
            Change("schedule.Activities/Add") { #"{"name":"\#(name())","fields":{"target":3}}"# },
            Change("schedule.Activities/Edit") {
                #"{"name":"\#(try activity())","newName":"\#(name())","fields":{}}"#
            },
            Change("schedule.Activities/Resume") {
                let name = try activity()
                try made("dayline.schedule.Activities/Pause", #"{"name":"\#(name)"}"#)
                return #"{"name":"\#(name)"}"#
            },
            Change("schedule.Activities/Move") {
                #"{"name":"\#(try activity())","container":"\#(try container())"}"#
            },
            Change("schedule.Activities/Reorder") {
                #"{"names":["\#(try activity())","\#(try activity())"]}"#
            },
            Change("schedule.Activities/Group") {
                #"{"name":"\#(name())","members":["\#(try activity())"]}"#
            },
            Change("schedule.Activities/Dissolve") { #"{"name":"\#(try container())"}"# },
            Change("schedule.Templates/Apply") {
                let name = try firstName(of: "templates", in: "Templates/List")
                return #"{"name":"\#(name)"}"#
            },
            Change("schedule.Trash/Restore") { #"{"name":"\#(try trashed())"}"# },
            Change("schedule.Trash/Purge") { #"{"name":"\#(try trashed())"}"# },
            Change("schedule.HealthLinks/Sync") {
                _ = try activity(
                    #""type":"value","unit":"kg","health":"bodyMass","healthMode":"read""#)
                return "{}"
            },
        ]
    }
}
