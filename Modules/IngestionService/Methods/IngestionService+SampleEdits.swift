import Contracts
import RPC

extension IngestionService {
    func registerEdits(on router: inout Router) {
        let editor = SampleEditor(
            storage: dependencies.storage, queue: queue, linkedActivities: linkedActivities)
        router.handle(SampleEdits.edit, isShort: true) { request, context in
            try await editor.perform(
                Corrections.CorrectRequest(
                    action: .edit, sample: request.ref, value: request.value, unit: request.unit),
                context)
        }
        router.handle(SampleEdits.delete, isShort: true) { request, context in
            try await editor.perform(
                Corrections.CorrectRequest(action: .delete, sample: request.ref), context)
        }
        router.handle(SampleEdits.restore, isShort: true) { request, context in
            try await editor.perform(
                Corrections.CorrectRequest(action: .restore, sample: request.ref), context)
        }
        router.handle(SampleEdits.revert) { request, context in
            try await editor.revert(request, context)
        }
    }
}
