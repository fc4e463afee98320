import FIT
import PluginKit

/// The sessions and the recorder of each file in a chain of FIT files, which stand behind the records
/// that belong to them.
final class FITOutline: FITSink {
    private(set) var files: [File] = []
    private var current = File()
    private var hasFile = false

    /// The outline of one file.
    struct File {
        /// The type of the file, such as `activity`.
        var type = "file"
        /// The recorder, as shown to people.
        var source = "FIT"
        /// Description of the hardware; empty if unknown.
        var device = ""
        /// The sessions, ascending by start.
        var sessions: [FITSession] = []
        /// The sport of the file, for records without a session.
        var sport: Sport = .other
        /// Seconds between local time and UTC; nil if the file does not state the local time.
        var utcOffset: Int?
        var pauses = FITPauses()
        var laps: [ImportedWorkout.Event] = []
    }

    private static let fileLimit = 10_000
    private static let sessionLimit = 1000
    private static let lapLimit = 4096

    func beginFile(at offset: Int64) {
        finish()
        hasFile = true
    }

    /// Ends the last file.
    func finish() {
        guard hasFile, files.count < Self.fileLimit else { return }
        current.sessions.sort { $0.start < $1.start }
        files.append(current)
        current = File()
        hasFile = false
    }

    func receive(_ damage: FITDamage) {}

    func receive(_ message: FITMessage) {
        switch message.number {
        case FITProfile.fileID: readIdentity(message)
        case FITProfile.deviceInfo:
            // Device 0 is the recorder itself.
            if message.integer(0) == 0, let name = message.text(27) { current.source = name }
        case FITProfile.sport:
            if let sport = message.integer(0) {
                current.sport = Sport(fit: sport, sub: message.integer(1) ?? 0)
            }
        case FITProfile.session:
            if current.sessions.count < Self.sessionLimit, let session = FITSession(message) {
                current.sessions.append(session)
            }
        case FITProfile.lap:
            guard let start = message.instant(2), current.laps.count < Self.lapLimit else { return }
            current.laps.append(
                ImportedWorkout.Event(
                    type: "Lap", start: start, seconds: message.number(8, scale: 1000)))
        case FITProfile.event: current.pauses.receive(message)
        case FITProfile.activity: readOffset(message, local: message.integer(5))
        case FITProfile.monitoringInfo: readOffset(message, local: message.integer(0))
        default: break
        }
    }

    private func readIdentity(_ message: FITMessage) {
        current.type = message.integer(0).flatMap(FITProfile.fileType) ?? "file"
        guard let number = message.integer(1) else { return }
        let maker = FITProfile.maker(number)
        current.source = message.text(8) ?? maker ?? "FIT"
        if let maker, let product = message.integer(2) {
            current.device = "\(maker) product \(product)"
        }
    }

    /// Offsets of real zones: UTC-12 to UTC+14.
    private static let offsets = -12 * 3600...14 * 3600

    private func readOffset(_ message: FITMessage, local: Int?) {
        guard let local, let timestamp = message.timestamp else { return }
        let offset = local - Int(timestamp)
        if Self.offsets.contains(offset) { current.utcOffset = offset }
    }
}
