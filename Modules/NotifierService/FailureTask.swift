import CivilTime
import Contracts
import HostFiles
import Logging
import Notifications
import RPC

/// Sends the failures of imports and backups, and removes their records when the log has the deliveries.
final class FailureTask: Sendable {
    private let context: NotifierContext
    private let records: FailureRecords
    private let watch: FolderWatch
    private let signal = WakeSignal()

    private static let alarmName = "failures"
    private static let pause: Int64 = 2000
    /// The age in milliseconds from which a failure is not sent.
    private static let longestAge: Int64 = 2 * 86_400_000
    private static let subjectLimit = 300

    /// - Throws: RESOURCE_EXHAUSTED if the system has no thread or watch of folders left,
    ///   FAILED_PRECONDITION if the folder cannot be created.
    init(_ records: FailureRecords, _ context: NotifierContext) throws {
        (self.records, self.context) = (records, context)
        try Files.createPrivateFolder(records.folder)
        watch = try FolderWatch(records.folder) { [signal] in signal.send() }
        signal.send()
    }

    /// True if no record waits to be read.
    var isIdle: Bool { signal.isIdle }

    /// Runs until the task is cancelled.
    func run() async {
        await signal.handle {
            var next: Int64?
            for name in records.names {
                do {
                    if let record = try records.record(name) { try await send(record) }
                    records.remove(name)
                } catch {
                    // Storage or the tracker restarts.
                    context.logger.debug(
                        "A failure waits: \(Status(describing: error).message)")
                    next = context.now() + Self.pause
                }
            }
            context.alarms.set(Self.alarmName, to: next) { [signal] in signal.send() }
            return true
        }
    }

    func close() {
        watch.close()
    }

    /// Removes the records of a profile.
    func remove(profile: String) throws {
        for name in records.names
        where try records.record(name)?.fields[BusEvents.profileField] == profile {
            records.remove(name)
        }
    }

    /// Appends the deliveries of a failure to the log. An import that a person has cancelled, an old failure
    /// and one of a profile that does not exist have none.
    private func send(_ record: FailureRecords.Record) async throws {
        guard let profile = record.fields[BusEvents.profileField],
            let reminder = Self.reminder(record),
            context.now() - record.at < Self.longestAge,
            !context.channels(of: profile).isEmpty
        else { return }
        do {
            let planner = try await context.reader.planner(of: profile)
            var dated = reminder
            dated.day = planner.zones.civilDate(at: record.at)
            let texts = NotificationTexts(planner.rules, DayState(day: dated.day))
            guard let notification = ReminderNotification([dated], texts) else { return }
            try context.send(notification, to: profile, planner)
        } catch let status as Status where status.code == .notFound {
            return
        }
    }

    /// The reminder without its day; nil for another topic, and for work that a person has cancelled.
    private static func reminder(_ record: FailureRecords.Record) -> PlannedReminder? {
        let fields = record.fields
        let ended = [Status.Code.cancelled, .aborted].map(\.name)
        guard !ended.contains(fields["code"] ?? "") else { return nil }
        let file = fields["file"] ?? fields["path"] ?? "A file"
        let subject = "\(file): \(fields["message"] ?? "no reason")".prefix(subjectLimit)
        let kinds: [String: NotificationKind] = [
            Imports.failedTopic: .failedImport, Backups.failedTopic: .failedBackup,
        ]
        return kinds[record.topic].map {
            PlannedReminder(
                kind: $0, day: CivilDate(days: 0), minute: 0, subject: String(subject))
        }
    }
}
