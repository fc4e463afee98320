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
        /// The number of sessions beyond the limit, which are not read.
        var refusedSessions = 0
        /// The number of laps beyond the limit, which are not read.
        var refusedLaps = 0
    }

    /// The most sessions of a file: real ones have some sessions of a triathlon.
    static let sessionLimit = 64
    /// The most laps of a file: real ones have a lap a kilometre.
    static let lapLimit = 4096
    /// The most files of a chain.
    static let fileLimit = 10_000
    /// The most sessions of a chain.
    static let chainSessionLimit = 4096
    /// The most laps and pauses of a chain.
    static let chainEventLimit = 1 << 16
    /// The number of sessions in ``files``.
    private var sessionCount = 0
    /// The number of laps and pauses in ``files``.
    private var eventCount = 0

    func beginFile(at offset: Int64) {
        finish()
        hasFile = true
    }

    /// Ends the last file.
    func finish() {
        guard hasFile, files.count < Self.fileLimit else { return }
        current.sessions.sort { $0.start < $1.start }
        sessionCount += current.sessions.count
        eventCount += current.laps.count + current.pauses.events.count
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
            if let session = FITSession(message) { append(session) }
        case FITProfile.lap:
            guard let start = message.instant(2) else { return }
            append(
                ImportedWorkout.Event(
                    type: "Lap", start: start, seconds: message.number(8, scale: 1000)))
        case FITProfile.event:
            if eventCount < Self.chainEventLimit { current.pauses.receive(message) }
        case FITProfile.activity: readOffset(message, local: message.integer(5))
        case FITProfile.monitoringInfo: readOffset(message, local: message.integer(0))
        default: break
        }
    }

    private func append(_ session: FITSession) {
        guard current.sessions.count < Self.sessionLimit,
            sessionCount + current.sessions.count < Self.chainSessionLimit
        else { return current.refusedSessions += 1 }
        current.sessions.append(session)
    }

    private func append(_ lap: ImportedWorkout.Event) {
        guard current.laps.count < Self.lapLimit, eventCount < Self.chainEventLimit else {
            return current.refusedLaps += 1
        }
        current.laps.append(lap)
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
