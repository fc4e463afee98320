import Contracts
import HostFiles
import Metrics
import RPC
import Samples

/// Corrects one sample: reads the chunks it is about, changes them here, where chunks are understood,
/// and has storage put them in place in one transaction.
///
/// It runs in the profile's line of imports: an import that is under way has seen the chunks as they
/// were, and would bring back what is taken out meanwhile.
struct SampleEditor: Sendable {
    let storage: Client
    let queue: ImportQueue
    let zones: ZoneCatalog

    /// How long the answer waits for the day to be added up, which takes milliseconds.
    private static let patience = Duration.seconds(5)
    /// Times that a correction is tried when another one comes first.
    private static let attempts = 4

    /// - Throws: NOT_FOUND when there is no such sample, or nothing to bring back.
    func perform(
        _ action: Corrections.Request.Action, _ sample: SampleReference,
        value: (value: Double, unit: String?)? = nil, _ context: CallContext
    ) async throws -> Corrections.Outcome {
        let applied = try await queue.run(for: context.profile) {
            try await apply(action, sample, value, context)
        }
        if !applied.isFolded { await waitUntilFolded(applied.outcome.version, context) }
        return applied.outcome
    }

    /// Takes back the correction that is the last change, or makes it again.
    func revert(
        _ turn: Tracker.Turn, _ context: CallContext
    ) async throws -> Tracker.Applied {
        let (applied, version) = try await queue.run(for: context.profile) {
            let applied = try await attempted { try await reverted(turn, context) }
            let prepared = try await storage.call(Staging.prepare, Empty(), context.onward)
            return (applied, prepared.version)
        }
        await waitUntilFolded(version, context)
        return applied
    }

    private func reverted(
        _ turn: Tracker.Turn, _ context: CallContext
    ) async throws -> Tracker.Applied {
        var options = context.onward
        options.idempotencyKey = context.metadata.idempotencyKey
        let next = try await storage.call(
            Tracker.next, Tracker.AskNext(turn: turn), options)
        guard let sample = next.sample else {
            throw Status(
                .failedPrecondition, "The last change was none of a sample.",
                hint: "Undo it with: dayline \(turn.rawValue)")
        }
        let (change, columns) = try await reversal(to: sample, context)
        return try await storage.call(
            Corrections.revert,
            Packet(
                Corrections.Reversal(turn: turn, step: next.step, change: change),
                columns: columns), options)
    }

    /// What makes a sample what it is to be; nothing when an import has taken it out since.
    private func reversal(
        to sample: Tracker.CorrectedSample, _ context: CallContext
    ) async throws -> (Corrections.Change?, [Column]) {
        let found = try await storage.call(
            Corrections.find, Corrections.Find(sample: sample.original), context.onward)
        let request =
            switch (sample.correction, sample.correction?.replacement) {
            case (nil, _): Corrections.Request(action: .restore, sample: sample.original)
            case (_, nil): Corrections.Request(action: .delete, sample: sample.original)
            case (_, let value?):
                Corrections.Request(action: .edit, sample: sample.original, value: value)
            }
        do {
            let plan = try CorrectionPlan(request, found, zones: zones)
            return (plan.change.body, plan.change.columns)
        } catch {
            guard error.code == .notFound else { throw error }
            return (nil, [ChunkRecord]().columns)
        }
    }

    /// A change is done whether its day is added up yet or not: answers say when they are behind.
    private func waitUntilFolded(_ version: Int64, _ context: CallContext) async {
        _ = try? await storage.call(
            Folds.wait, Folds.Wait(version: version),
            CallOptions(deadline: .after(Self.patience), profile: context.metadata.profile))
    }

    /// What `body` returns, tried again when another change comes first.
    private func attempted<Value>(_ body: () async throws -> Value) async throws -> Value {
        var attempt = 1
        while true {
            do {
                return try await body()
            } catch {
                guard Status(describing: error).code == .aborted, attempt < Self.attempts else {
                    throw error
                }
                attempt += 1
            }
        }
    }

    private func apply(
        _ action: Corrections.Request.Action, _ sample: SampleReference,
        _ value: (value: Double, unit: String?)?, _ context: CallContext
    ) async throws -> Corrections.Applied {
        var options = context.onward
        options.idempotencyKey = context.metadata.idempotencyKey
        return try await attempted {
            let found = try await storage.call(
                Corrections.find, Corrections.Find(sample: sample), context.onward)
            let key = found.body.series.key
            let request = Corrections.Request(
                action: action, sample: sample,
                value: try value.map { try ShownUnit(key).stored($0.value, in: $0.unit) })
            let plan = try CorrectionPlan(request, found, zones: zones)
            return try await storage.call(Corrections.apply, plan.change, options)
        }
    }
}

/// The unit that a person reads and writes values of a metric in.
struct ShownUnit {
    let unit: String
    private let key: SeriesKey
    private let metric: Metric?

    init(_ key: SeriesKey) {
        self.key = key
        metric = Metric.known(key: key.metric)
        unit = metric?.displayUnit ?? key.unit
    }

    func shown(_ stored: Double) -> Double {
        metric?.display.converted(stored) ?? stored
    }

    /// `value`, written in `other` or in the unit that is shown, as it is kept.
    /// - Throws: When it is no number, or of another dimension.
    func stored(_ value: Double, in other: String?) throws(Status) -> Double {
        let written = other ?? unit
        let stored: Double
        do {
            stored =
                written == "%" && key.unit == "fraction"
                ? value / 100 : try UnitConversion(from: written, to: key.unit).converted(value)
        } catch {
            throw Status(
                .invalidArgument, "\(key.metric) is kept in \(key.unit), and not in \(written).",
                hint: "Leave the unit out: values are in \(unit).")
        }
        guard stored.isMeasurable else {
            throw Status(.invalidArgument, "No sample has a value as large as that.")
        }
        if key.metric == Derivation.sleep.samples,
            Int(exactly: stored).flatMap(CategoryValue.SleepStage.init) == nil
        {
            throw Status(
                .invalidArgument, "There is no such stage of sleep.",
                hint: "0 is in bed, 1 asleep, 2 awake, 3 core, 4 deep, 5 REM.")
        }
        return stored
    }
}
