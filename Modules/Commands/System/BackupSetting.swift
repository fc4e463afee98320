import Contracts
import HostFiles
import RPC

/// A setting of daily backups, which is of the home and not of a profile.
enum BackupSetting: String, CaseIterable {
    case folder = "backupFolder"
    case time = "backupTime"

    private static let off = "off"

    /// The setting in lists of settings.
    func item(_ context: CommandContext) async throws -> SettingListing.Item {
        item(
            of: try await context.bus().call(
                Backups.schedule, Backups.ScheduleRequest(), context.options()))
    }

    private func item(of schedule: Backups.ScheduleResponse) -> SettingListing.Item {
        switch self {
        case .folder:
            SettingListing.Item(
                key: rawValue, value: schedule.folder ?? Self.off, default: Self.off,
                allowed: [Self.off, "a folder"])
        case .time:
            SettingListing.Item(
                key: rawValue, value: schedule.time, default: Backups.timeDefault,
                allowed: ["HH:MM"])
        }
    }

    /// Stores a value.
    /// - Returns: A sentence about the setting.
    /// - Throws: A status if the folder cannot have backups or the text is not a time.
    func set(_ text: String, _ context: CommandContext) async throws -> String {
        let schedule = try await context.bus().call(
            Backups.configure, try request(text), context.options())
        guard let folder = schedule.folder else { return "There are no daily backups." }
        return "Backups are written to \(folder) every day at \(schedule.time) in "
            + "\(schedule.zone). Write one now with: dayline backups run"
    }

    private func request(_ text: String) throws -> Backups.ConfigureRequest {
        switch self {
        case .folder where text == Self.off: Backups.ConfigureRequest(isOff: true)
        case .folder: Backups.ConfigureRequest(folder: try Files.absolutePath(text))
        case .time: Backups.ConfigureRequest(time: text)
        }
    }
}
