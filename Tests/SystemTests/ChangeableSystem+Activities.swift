import Testing

/// Changes of activities, templates, the trash and health links.
extension ChangeableSystem {
    var activities: [Change] {
        let verbs = ["Pause", "Convert", "Delete"].map { verb -> Change in
            Change("tracker.Activities/\(verb)") { #"{"name":"\#(try await activity())"}"# }
        }
        return verbs + [
            Change("tracker.Activities/Add") { #"{"name":"\#(name())","fields":{"target":3}}"# },
            Change("tracker.Activities/Edit") {
                #"{"name":"\#(try await activity())","newName":"\#(name())","fields":{}}"#
            },
            Change("tracker.Activities/Resume") {
                let name = try await activity()
                try await successfulCall(
                    "dayline.tracker.Activities/Pause", #"{"name":"\#(name)"}"#)
                return #"{"name":"\#(name)"}"#
            },
            Change("tracker.Activities/Move") {
                #"{"name":"\#(try await activity())","container":"\#(try await container())"}"#
            },
            Change("tracker.Activities/Reorder") {
                #"{"names":["\#(try await activity())","\#(try await activity())"]}"#
            },
            Change("tracker.Activities/Group") {
                #"{"name":"\#(name())","members":["\#(try await activity())"]}"#
            },
            Change("tracker.Activities/Dissolve") { #"{"name":"\#(try await container())"}"# },
            Change("tracker.Templates/Apply") {
                let name = try await firstName(of: "templates", in: "Templates/List")
                return #"{"name":"\#(name)"}"#
            },
            Change("tracker.Templates/Add") {
                #"{"activity":"\#(try await activity())","name":"\#(name())"}"#
            },
            Change("tracker.Templates/Edit") {
                #"{"name":"\#(try await template())","newName":"\#(name())"}"#
            },
            Change("tracker.Templates/Delete") { #"{"name":"\#(try await template())"}"# },
            Change("tracker.Trash/Restore") { #"{"name":"\#(try await trashed())"}"# },
            Change("tracker.Trash/Purge") { #"{"name":"\#(try await trashed())"}"# },
            Change("tracker.HealthLinks/Sync") {
                _ = try await activity(
                    #""type":"value","unit":"kg","health":"bodyMass","healthMode":"read""#)
                return "{}"
            },
        ]
    }
}
