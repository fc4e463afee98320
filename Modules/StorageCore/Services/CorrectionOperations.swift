package import CivilTime
package import Contracts
package import Correcting
import RPC

/// The operations of corrections of samples.
package protocol CorrectionOperations: StorageOperations {
    /// The corrections of a metric, or (nil) of all, ordered by series and time, and their series.
    func corrections(
        of metric: String?, _ profile: String
    ) async throws -> Corrections.ListResponse
    func correct(
        _ request: Corrections.CorrectRequest, as replacement: CorrectionPlan.Replacement,
        _ call: ChangeCall
    ) async throws -> Committed<Corrections.CorrectResponse>
    /// Undoes or redoes the last step, which corrects a sample. `expected` is the number of that
    /// step; nil: any step.
    /// - Throws: `StorageError.notSampleStep`, `StorageError.otherStep`.
    func revertCorrection(
        _ direction: TrackerRecords.UndoDirection, expected: Int64?, _ call: ChangeCall
    ) async throws -> Committed<TrackerRecords.ApplyResponse>
}

extension StorageServices where Engine: CorrectionOperations {
    func registerCorrections(on router: inout Router) {
        router.handle(Corrections.list) { [engine] request, context in
            try await engine.corrections(of: request.metric, context.profile)
        }
        router.handle(Corrections.correct, isShort: true) { [self] request, context in
            let replacement = try CorrectionPlan.Replacement(request)
            return try await change(Corrections.correct.name, request, context) {
                try await engine.correct(request, as: replacement, $0)
            }
        }
        router.handle(Corrections.revert) { [self] request, context in
            // The fingerprint has only the step that the caller named, so that a retry equals the
            // first request.
            try await change(
                request.direction.method.name, TrackerRecords.StepRequest(step: request.step),
                context
            ) {
                try await engine.revertCorrection(request.direction, expected: request.step, $0)
            }
        }
    }
}

extension CorrectionPlan.Replacement {
    /// - Throws: INVALID_ARGUMENT for an edit without a value.
    fileprivate init(_ request: Corrections.CorrectRequest) throws(Status) {
        switch request.action {
        case .edit:
            guard let value = request.value else {
                throw Status(
                    .invalidArgument, "An edit of a sample needs a value.",
                    hint: "Give the new value, or delete the sample instead.")
            }
            self = .shown(value, unit: request.unit)
        case .delete: self = .nothing
        case .restore: self = .original
        }
    }

    /// The replacement that results in a correction; nil is the original sample.
    package init(_ correction: Correction?) {
        guard let correction else {
            self = .original
            return
        }
        self = correction.replacement.map(Self.stored) ?? .nothing
    }
}

extension CorrectionPlan {
    /// The log entry of the correction. `before` is the correction of the sample until now; nil without
    /// one.
    package func logEntry(
        before: Correction?, of profile: ProfileRow
    ) throws -> ChangeLog.Entry {
        ChangeLog.Entry(
            profile: profile, who: "person", kind: TrackerRecords.sampleKind, key: original.text,
            before: try before.map { try JSONBody.encode($0).text },
            after: try correction.map { try JSONBody.encode($0).text })
    }
}

extension Corrections.CorrectRequest.Action {
    /// The summary of the step.
    package func stepSummary(of plan: CorrectionPlan, _ zones: ZoneHistory) -> String {
        let time = zones.localTime(at: plan.original.start)
        return "\(rawValue) \(plan.outcome.metric) of \(time.date) at \(time.hourAndMinute)"
    }
}

extension StepRow {
    /// The response to undoing or redoing the step of a correction. `plan` is the correction that was
    /// made, nil if an import has removed the sample since; `first` is the number of the first log entry,
    /// and `changes` the number of log entries.
    package func response(
        revertedTo plan: CorrectionPlan?, first: Int64, changes: Int
    ) -> TrackerRecords.ApplyResponse {
        TrackerRecords.ApplyResponse(
            summary: plan == nil ? "\(summary), which no longer exists" : summary, first: first,
            last: first + Int64(changes) - 1,
            records: plan.map {
                [TrackerRecords.RecordKey(kind: TrackerRecords.sampleKind, id: $0.original.text)]
            } ?? [])
    }
}

extension DaySpan {
    /// The days on which a sample may count, in any zone.
    package init(of sample: SampleReference) {
        self.init(firstMs: sample.start, lastMs: sample.end)
    }
}
