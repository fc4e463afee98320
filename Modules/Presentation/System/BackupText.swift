import CivilTime
package import Contracts
import RPC

extension Backups.ScheduleResponse {
    /// The age from which the last verified backup needs attention, in milliseconds.
    private static let oldAge: Int64 = 2 * 86_400_000

    /// True if the last backup failed, or none was verified for two days.
    package func needsAttention(now: Int64) -> Bool {
        guard folder != nil else { return false }
        return failure != nil || (age(now: now) ?? 0) > Self.oldAge
    }

    /// A sentence about the age of the last verified backup, and one about a failure since then.
    /// - Parameter now: Milliseconds since 1970.
    /// - Returns: One or two sentences.
    package func sentence(now: Int64) -> String {
        guard let folder else {
            return "There are no daily backups. Set a folder with: dayline backups to DIR"
        }
        let age = age(now: now).map {
            "The last verified backup is \(Self.text(ofAge: $0)) old, in \(folder)."
        }
        let failed = failure.map { " The last attempt failed: \($0)" }
        return (age ?? "There is no verified backup yet in \(folder).") + (failed ?? "")
    }

    /// Milliseconds since the data of the last verified backup; nil: none.
    private func age(now: Int64) -> Int64? {
        verifiedAt.flatMap { InstantParser.instant($0)?.milliseconds }.map { max(0, now - $0) }
    }

    private static func text(ofAge age: Int64) -> String {
        let minutes = Int(age / 60_000)
        return switch minutes {
        case ..<1: "less than a minute"
        case ..<120: NumberText.count(minutes, "minute")
        case ..<2880: NumberText.count(minutes / 60, "hour")
        default: NumberText.days(minutes / 1440)
        }
    }
}

extension [Backups.Snapshot] {
    /// A table with a row for each snapshot.
    package func table(_ styler: some TextStyler) -> String {
        TextTable(
            of: self,
            .left("data of") { "\($0.at.prefix(10)) \(TimeText.time($0.at)) UTC" },
            .right("size") { NumberText.bytes($0.bytes) },
            .right("added") { NumberText.bytes($0.addedBytes) },
            .right("profiles") { "\($0.profiles.count)" },
            .right("samples") { NumberText.count($0.samples) },
            .right("photos") { NumberText.count($0.photos) }
        ).text(styler)
    }
}
