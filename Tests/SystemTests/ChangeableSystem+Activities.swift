import Testing

/// Changes of activities, templates, the trash and health links.
extension ChangeableSystem {
    var activities: [Change] {
        let verbs = ["Pause", "Convert", "Delete"].map { verb -> Change in
            Change("tracker.Activities/\(verb)") { #"{"name":"\#(try activity())"}"# }
        }
        return verbs + [
            Change("tracker.Activities/Add") { #"{"name":"\#(name())","fields":{"target":3}}"# },
            Change("tracker.Activities/Edit") {
                #"{"name":"\#(try activity())","newName":"\#(name())","fields":{}}"#
            },
            Change("tracker.Activities/Resume") {
                let name = try activity()
                try successfulCall("dayline.tracker.Activities/Pause", #"{"name":"\#(name)"}"#)
                return #"{"name":"\#(name)"}"#
            },
            Change("tracker.Activities/Move") {
                #"{"name":"\#(try activity())","container":"\#(try container())"}"#
            },
            Change("tracker.Activities/Reorder") {
                #"{"names":["\#(try activity())","\#(try activity())"]}"#
            },
            Change("tracker.Activities/Group") {
                #"{"name":"\#(name())","members":["\#(try activity())"]}"#
            },
            Change("tracker.Activities/Dissolve") { #"{"name":"\#(try container())"}"# },
            Change("tracker.Templates/Apply") {
                let name = try firstName(of: "templates", in: "Templates/List")
                return #"{"name":"\#(name)"}"#
            },
            Change("tracker.Trash/Restore") { #"{"name":"\#(try trashed())"}"# },
            Change("tracker.Trash/Purge") { #"{"name":"\#(try trashed())"}"# },
            Change("tracker.HealthLinks/Sync") {
                _ = try activity(
                    #""type":"value","unit":"kg","health":"bodyMass","healthMode":"read""#)
                return "{}"
            },
        ]
    }
}
