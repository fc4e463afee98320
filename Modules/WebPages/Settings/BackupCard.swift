import Contracts
import Presentation
import RPC

/// The state of daily backups, or how they are set up.
struct BackupCard: HTMLPart {
    /// Nil: unknown.
    let schedule: Backups.ScheduleResponse?
    /// The reason why no backup was written; nil: none was asked for.
    var problem: Status?
    /// Milliseconds since 1970.
    let now: Int64
    let visitor: Visitor

    var html: HTML {
        card("backups", "Backups") {
            if let problem { note(problem) }
            if let schedule {
                if schedule.folder != nil { state(schedule) } else { setup }
            } else {
                element("p", ["class": "soft"]) { "The state of backups is not available." }
            }
        }
    }

    @HTMLBuilder private func state(_ schedule: Backups.ScheduleResponse) -> HTML {
        if schedule.needsAttention(now: now) {
            note(.warn, schedule.sentence(now: now))
        } else {
            element("p") { schedule.sentence(now: now) }
        }
        element("p", ["class": "soft small"]) {
            schedule.isRunning
                ? "A backup is being written."
                : "Written every day at \(schedule.time) in \(schedule.zone)."
            if schedule.recipient != nil { " The folder is encrypted." }
        }
        if !schedule.isRunning {
            form("/settings/backup", visitor, class: "row") {
                button("Back up now", id: "backup-now")
            }
        }
    }

    @HTMLBuilder private var setup: HTML {
        note(.warn, "There are no daily backups.")
        element("p", ["class": "soft small"]) {
            "Daily backups to a folder, best on another drive, are set up on the computer that runs Dayline: "
            element("code") { "dayline backups to FOLDER" }
        }
    }
}
