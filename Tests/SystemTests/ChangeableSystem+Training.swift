import Testing

/// Changes of exercises, training plans and training sessions.
extension ChangeableSystem {
    var training: [Change] {
        [
            Change("tracker.Training/AddExercise") { #"{"name":"\#(name())"}"# },
            Change("tracker.Training/AddPlan") { #"{"name":"\#(name())"}"# },
            Change("tracker.Training/EditPlan") {
                #"{"plan":"\#(try await plan())","name":"\#(name())"}"#
            },
            Change("tracker.Training/SetPlanDays") {
                #"{"plan":"\#(try await plan())","weekdays":[3],"label":"Legs"}"#
            },
            Change("tracker.Training/SetPlanExercise") {
                #"{"plan":"\#(try await plan())","day":"mon","exercise":"\#(try await exercise())"}"#
            },
            Change("tracker.Training/ActivatePlan") { #"{"plan":"\#(try await plan())"}"# },
            Change("tracker.Training/DeletePlan") { #"{"plan":"\#(try await plan())"}"# },
            Change("tracker.Training/Start") {
                try await finishTraining()
                return "{}"
            },
            Change("tracker.Training/Log") {
                _ = try await openTraining()
                return #"{"exercise":"\#(try await exercise())","set":"5x100kg"}"#
            },
            Change("tracker.Training/Finish") {
                _ = try await openTraining()
                return "{}"
            },
            Change("tracker.Training/Edit") {
                #"{"session":"\#(try await openTraining())","label":"Legs"}"#
            },
            Change("tracker.Training/EditSet") {
                #"{"session":"\#(try await loggedTraining())","number":1,"set":"6x90kg"}"#
            },
            Change("tracker.Training/Delete") {
                #"{"session":"\#(try await loggedTraining())"}"#
            },
        ]
    }

    private func exercise() async throws -> String {
        let name = name()
        try await successfulCall("dayline.tracker.Training/AddExercise", #"{"name":"\#(name)"}"#)
        return name
    }

    /// A plan with a Monday.
    private func plan() async throws -> String {
        let name = name()
        try await successfulCall("dayline.tracker.Training/AddPlan", #"{"name":"\#(name)"}"#)
        try await successfulCall(
            "dayline.tracker.Training/SetPlanDays", #"{"plan":"\#(name)","weekdays":[1]}"#)
        return name
    }

    /// Ends the open training session, if there is one.
    private func finishTraining() async throws {
        let sessions = try await successfulCall("dayline.tracker.Training/Sessions", "{}")
        let list = try #require(sessions["sessions"] as? [[String: Any]])
        if list.contains(where: { $0["status"] as? String == "inProgress" }) {
            try await successfulCall("dayline.tracker.Training/Finish", "{}")
        }
    }

    /// The identifier of a new training session, the only open one.
    private func openTraining() async throws -> String {
        try await finishTraining()
        let started = try await successfulCall("dayline.tracker.Training/Start", "{}")
        return try #require((started["session"] as? [String: Any])?["id"] as? String)
    }

    /// The identifier of a new training session with a set.
    private func loggedTraining() async throws -> String {
        let id = try await openTraining()
        try await successfulCall(
            "dayline.tracker.Training/Log",
            #"{"exercise":"\#(try await exercise())","set":"5x100kg"}"#)
        return id
    }
}
