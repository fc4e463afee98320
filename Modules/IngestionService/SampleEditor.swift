import Contracts
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

    /// How long the answer waits for the day to be added up, which takes milliseconds.
    private static let patience = Duration.seconds(5)
    /// Times that a correction is tried when another one comes first.
    private static let attempts = 4

    /// - Throws: NOT_FOUND when there is no such sample, or nothing to bring back.
    func perform(
        _ action: Corrections.Request.Action, _ sample: SampleReference,
        value: (value: Double, unit: String?)? = nil, _ context: CallContext
    ) async throws -> Corrections.Outcome {
        let outcome = try await queue.run(for: context.profile) {
            try await apply(action, sample, value, context)
        }
        // It is done whether its day is added up yet or not: answers say when they are behind.
        _ = try? await storage.call(
            Folds.wait, Folds.Wait(version: outcome.version),
            CallOptions(deadline: .after(Self.patience), profile: context.metadata.profile))
        return outcome
    }

    private func apply(
        _ action: Corrections.Request.Action, _ sample: SampleReference,
        _ value: (value: Double, unit: String?)?, _ context: CallContext
    ) async throws -> Corrections.Outcome {
        var options = context.onward
        options.idempotencyKey = context.metadata.idempotencyKey
        var attempt = 1
        while true {
            let found = try await storage.call(
                Corrections.find, Corrections.Find(sample: sample), context.onward)
            let key = found.body.series.key
            let request = Corrections.Request(
                action: action, sample: sample,
                value: try value.map { try ShownUnit(key).stored($0.value, in: $0.unit) })
            let plan = try CorrectionPlan(request, found)
            do {
                return try await storage.call(Corrections.apply, plan.change, options)
            } catch {
                guard error.code == .aborted, attempt < Self.attempts else { throw error }
                attempt += 1
            }
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
        guard value.isFinite else { throw Status(.invalidArgument, "The value is no number.") }
        let written = other ?? unit
        if written == "%", key.unit == "fraction" { return value / 100 }
        do {
            return try UnitConversion(from: written, to: key.unit).converted(value)
        } catch {
            throw Status(
                .invalidArgument, "\(key.metric) is kept in \(key.unit), and not in \(written).",
                hint: "Leave the unit out: values are in \(unit).")
        }
    }
}
