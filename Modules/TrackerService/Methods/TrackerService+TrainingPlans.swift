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
        handlePlanChange(Training.addPlan, on: &router) { try $0.addPlan($1) }
        handlePlanChange(Training.editPlan, on: &router) { try $0.edit($1) }
        handlePlanChange(Training.setPlanDays, on: &router) { try $0.setDays($1) }
        handlePlanChange(Training.setPlanExercise, on: &router) { try $0.setExercise($1) }
        handlePlanChange(Training.activatePlan, on: &router) { try $0.activate($1) }
        router.handle(Training.deletePlan) { [self] request, context in
            try await changeTraining(Training.deletePlan.name, request, context) { edit in
                let history = edit.history
                return Training.PlanResponse(
                    plan: Training.Plan(try edit.delete(request), in: history))
            }
        }
    }

    /// Registers a change of a plan. `change` returns its identifier.
    private func handlePlanChange<Request: Codable & WireValue>(
        _ method: Method<Request, Training.PlanResponse>, on router: inout Router,
        _ change: @escaping @Sendable (inout TrainingEdit, Request) throws -> String
    ) {
        router.handle(method) { [self] request, context in
            try await changeTraining(method.name, request, context) { edit in
                let id = try change(&edit, request)
                let history = edit.history
                return Training.PlanResponse(plan: Training.Plan(try history.plan(id), in: history))
            }
        }
    }
}
