import Contracts
import RPC
import TrackerDocuments

extension TrackerService {
    func registerTrainingPlans(on router: inout Router) {
        router.handle(Training.addExercise) { [self] request, context in
            try await changeTraining(Training.addExercise.name, request, context) { edit in
                let exercise = try edit.addExercise(request)
                return Training.ExercisesResponse(
                    exercises: [Training.Exercise(exercise, in: edit.history)])
            }
        }
        router.handle(Training.addPlan) { [self] request, context in
            try await changePlan(Training.addPlan.name, request, context) { edit in
                try edit.addPlan(request)
            }
        }
        router.handle(Training.editPlan) { [self] request, context in
            try await changePlan(Training.editPlan.name, request, context) { edit in
                try edit.edit(request)
            }
        }
        router.handle(Training.setPlanDays) { [self] request, context in
            try await changePlan(Training.setPlanDays.name, request, context) { edit in
                try edit.setDays(request)
            }
        }
        router.handle(Training.setPlanExercise) { [self] request, context in
            try await changePlan(Training.setPlanExercise.name, request, context) { edit in
                try edit.setExercise(request)
            }
        }
        router.handle(Training.activatePlan) { [self] request, context in
            try await changePlan(Training.activatePlan.name, request, context) { edit in
                try edit.activate(request)
            }
        }
        router.handle(Training.deletePlan) { [self] request, context in
            try await changeTraining(Training.deletePlan.name, request, context) { edit in
                let history = edit.history
                return Training.PlanResponse(
                    plan: Training.Plan(try edit.delete(request), in: history))
            }
        }
    }

    /// Changes a plan. `change` returns its identifier.
    private func changePlan(
        _ method: MethodName, _ request: some Encodable, _ context: CallContext,
        _ change: (inout TrainingEdit) throws -> String
    ) async throws -> Training.PlanResponse {
        try await changeTraining(method, request, context) { edit in
            let id = try change(&edit)
            let history = edit.history
            return Training.PlanResponse(plan: Training.Plan(try history.plan(id), in: history))
        }
    }
}
