import CivilTime
import Contracts
import Correcting
import HostFiles
import RPC

extension MemoryStorage {
    func registerCorrections(on router: inout Router) {
        router.handle(Corrections.list) { [self] request, context in
            try read(context) { profile in
                let series = profile.health.rows(of: request.metric)
                let numbers = Set(series.map(\.id))
                let corrections = profile.health.corrections.values
                    .filter { numbers.contains($0.original.series) }
                    .sorted {
                        ($0.original.series, $0.original.start)
                            < ($1.original.series, $1.original.start)
                    }
                let corrected = Set(corrections.map(\.original.series))
                return Corrections.ListResponse(
                    series: series.filter { corrected.contains($0.id) }, corrections: corrections)
            }
        }
        router.handle(Corrections.correct) { [self] request, context in
            try change(Corrections.correct.name, request, context) {
                try $0.correct(request, zones)
            }.reply
        }
    }
}

extension MemoryTransaction {
    fileprivate mutating func correct(
        _ request: Corrections.CorrectRequest, _ zones: ZoneCatalog
    ) throws -> Corrections.CorrectResponse {
        let profile = try profile
        let plan = try CorrectionPlan(
            CorrectionPlan.Replacement(request), for: request.sample,
            profile.subject(of: request.sample, zones))
        var outcome = plan.outcome
        let days = ClosedRange(firstMs: plan.original.start, lastMs: plan.original.end)
        let (version, isFolded) = try withProfile { profile in
            for chunk in plan.chunks {
                var record = chunk.record
                if record.series == 0 { record.series = profile.health.number(of: chunk.key) }
                if outcome.after?.ref.series == 0 { outcome.after?.ref.series = record.series }
                profile.health.store(record)
            }
            profile.health.corrections[plan.original] = plan.correction
            let version = profile.incrementVersion()
            let metric = profile.health.metrics[outcome.metric]
            guard let folded = plan.folded, metric?.dirty == nil else {
                profile.health.mark(outcome.metric, days, version)
                return (version, false)
            }
            profile.health.metrics[outcome.metric]?.replace(days, with: folded, version: version)
            return (version, true)
        }
        outcome.version = version
        try log(
            TrackerRecords.sampleKind, plan.original.text,
            before: profile.health.corrections[plan.original].map { try JSONBody.encode($0).text },
            after: plan.correction.map { try JSONBody.encode($0).text })
        let step = MemoryStep(
            first: last, last: last, summary: "\(request.action.rawValue) \(outcome.metric)")
        try withProfile { $0.add(step) }
        return Corrections.CorrectResponse(outcome: outcome, isFolded: isFolded)
    }
}

extension MemoryProfile {
    /// The sample and all chunks of its metric.
    fileprivate func subject(
        of sample: SampleReference, _ zones: ZoneCatalog
    ) throws -> CorrectionSubject {
        guard let series = health.row(sample.series) else {
            throw Status(.notFound, "There is no such sample in this profile.")
        }
        let metric = series.key.metric
        let rows = health.rows(of: metric)
        let entered = SeriesKey.entered(metric, unit: series.key.unit)
        let correction = health.corrections[sample]
        let days = ClosedRange(firstMs: sample.start, lastMs: sample.end).span
        return CorrectionSubject(
            series: series, correction: correction, original: series,
            entered: rows.first { $0.key == entered }, isReplacementShared: false,
            chunks: health.chunks(of: metric), units: units,
            foldContext: CorrectionSubject.FoldContext(
                days: days.from...days.to, series: rows, order: health.orders[metric] ?? [],
                zones: try zones.history(self.zones)))
    }
}

extension CorrectionPlan.Replacement {
    fileprivate init(_ request: Corrections.CorrectRequest) throws(Status) {
        switch request.action {
        case .edit:
            guard let value = request.value else {
                throw Status(.invalidArgument, "An edit of a sample needs a value.")
            }
            self = .shown(value, unit: request.unit)
        case .delete: self = .nothing
        case .restore: self = .original
        }
    }
}
