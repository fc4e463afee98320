import Memberwise
package import RPC

/// Editing of exercises and training plans. A plan is named by its name, a unique prefix of the name, or
/// its identifier; a day of a plan by its label or its weekday, such as `mon`. The full name of a weekday,
/// such as `Monday`, is that weekday also if a label of another day begins with it.
extension Training {
    /// Adds an exercise. ALREADY_EXISTS if the profile has an exercise of that name.
    package static let addExercise = Method<AddExerciseRequest, ExercisesResponse>(
        service, "AddExercise")
    /// Adds a plan as a draft. ALREADY_EXISTS if the profile has a plan of that name.
    package static let addPlan = Method<AddPlanRequest, PlanResponse>(service, "AddPlan")
    /// Renames a plan.
    package static let editPlan = Method<EditPlanRequest, PlanResponse>(service, "EditPlan")
    /// Adds, changes or removes days of a plan.
    package static let setPlanDays = Method<PlanDaysRequest, PlanResponse>(service, "SetPlanDays")
    /// Adds, changes or removes an exercise of a day of a plan.
    package static let setPlanExercise = Method<PlanExerciseRequest, PlanResponse>(
        service, "SetPlanExercise")
    /// Activates a plan, and deactivates the active plan of the same type.
    package static let activatePlan = Method<PlanRequest, PlanResponse>(service, "ActivatePlan")
    /// Deletes a plan with its days. Training sessions are unchanged.
    package static let deletePlan = Method<PlanRequest, PlanResponse>(service, "DeletePlan")

    @Message
    package struct AddExerciseRequest: Codable, Hashable, WireValue {
        /// The name of the exercise.
        package var name: String
        /// The type: `strength`, `cardio` or `timed`; nil: `strength`.
        package var type: String? = nil
        /// The equipment as text; nil: none.
        package var equipment: String? = nil
        /// The unit of the distances of cardio, such as `km`; nil: by the setting `units`.
        package var distanceUnit: String? = nil
        /// The trained muscles with their shares, at most 20; nil: none.
        package var muscles: [Involvement]? = nil
    }

    @Message
    package struct AddPlanRequest: Codable, Hashable, WireValue {
        /// The name of the plan.
        package var name: String
        /// The type: `strength` or `cardio`; nil: `strength`.
        package var type: String? = nil
    }

    @Message
    package struct EditPlanRequest: Codable, Hashable, WireValue {
        /// The plan.
        package var plan: String
        /// The new name.
        package var name: String
    }

    @Message
    package struct PlanRequest: Codable, Hashable, WireValue {
        /// The plan.
        package var plan: String
    }

    @Message
    package struct PlanDaysRequest: Codable, Hashable, WireValue {
        /// The plan.
        package var plan: String
        /// The ISO weekdays, 1 Monday to 7 Sunday; at least one.
        package var weekdays: [Int]
        /// The label of the days, such as `Push`; nil: unchanged, and for a new day the label of the
        /// muscles of its exercises.
        package var label: String? = nil
        /// True for rest days; nil: false if a label is set, else unchanged.
        package var rest: Bool? = nil
        /// True to remove the days with their exercises; nil: false.
        package var remove: Bool? = nil
    }

    @Message
    package struct PlanExerciseRequest: Codable, Hashable, WireValue {
        /// The plan.
        package var plan: String
        /// The day of the plan.
        package var day: String
        /// The name of an exercise, a unique prefix of the name, or the identifier.
        package var exercise: String
        /// The number of sets, 1 to 100; nil: unchanged, 3 for a new exercise of a strength plan.
        package var sets: Int? = nil
        /// The repetitions in reserve, 0 to 10; nil: unchanged.
        package var rir: Int? = nil
        /// The target distance of cardio, such as `5km`; nil: unchanged.
        package var distance: String? = nil
        /// The target time of cardio, such as `30min`; nil: unchanged.
        package var duration: String? = nil
        /// The position among the exercises of the day, from 1; nil: unchanged, the last for a new
        /// exercise.
        package var position: Int? = nil
        /// True to remove the exercise from the day; nil: false.
        package var remove: Bool? = nil
    }

    @Message
    package struct PlanResponse: Codable, Hashable, WireValue {
        /// The plan; as it was if it is deleted.
        package var plan: Plan
    }
}
