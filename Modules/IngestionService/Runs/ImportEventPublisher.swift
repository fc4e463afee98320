import Contracts
import HostFiles
import RPC
import Synchronization

/// Publishes the progress of an import as events: each new stage at once, at most ten events a
/// second within a stage, and the result.
final class ImportEventPublisher: Sendable {
    private static let interval = Duration.milliseconds(100)

    private let events: EventPublisher
    /// Nil for a dry run, whose failure is not stored.
    private let failures: FailureRecords?
    /// The fields of every event: profile, file and importer.
    private let subject: [String: String]
    /// Stage and time of the newest published progress; nil before the first.
    private let last = Mutex<(stage: Imports.Progress.Stage, at: ContinuousClock.Instant)?>(nil)

    init(
        _ events: EventPublisher, _ failures: FailureRecords?, profile: String, file: String,
        importer: String
    ) {
        self.events = events
        self.failures = failures
        subject = [BusEvents.profileField: profile, "file": file, "importer": importer]
    }

    func report(_ progress: Imports.Progress) {
        let now = ContinuousClock.now
        let isDue = last.withLock { last in
            if let last, last.stage == progress.stage, now < last.at + Self.interval {
                return false
            }
            last = (progress.stage, now)
            return true
        }
        if isDue { publish(progress.fields) }
    }

    func finish(_ result: Result<ImportReport, any Error>) {
        switch result {
        case .success(let report): publish(report.fields)
        case .failure(let error):
            let fields = ImportReport.fields(of: Status(describing: error))
            publish(fields)
            let failure = fields.merging(subject) { $1 }
            failures?.store(Imports.failedTopic, failure)
            events.publish(Imports.failedTopic, failure)
        }
    }

    private func publish(_ fields: [String: String]) {
        events.publish(Imports.progressTopic, fields.merging(subject) { $1 })
    }
}
