import CivilTime
import Contracts
package import HostFiles
package import RPC
import Tracker

/// What a person plans and does: the rules of activities, days, streaks and goals, on the rows that
/// storage keeps.
package final class TrackerService: Service {
    let client: Client
    let zones: ZoneCatalog
    private let profileSessions: ProfileSessions
    /// Milliseconds since 1970.
    let now: @Sendable () -> Int64
    /// Names for new things; never one twice.
    let newName: @Sendable () -> String

    /// - Parameters:
    ///   - client: Reaches storage.
    ///   - zones: The system's zones.
    ///   - now: Milliseconds since 1970; what today is depends on it and on the profile's zone.
    ///   - newName: Makes names for new things.
    package init(
        client: Client, zones: ZoneCatalog, now: @escaping @Sendable () -> Int64,
        newName: @escaping @Sendable () -> String = { RandomIdentifier.next() }
    ) {
        self.client = client
        self.zones = zones
        self.now = now
        self.newName = newName
        profileSessions = ProfileSessions(client: client, zones: zones)
    }

    package func register(on router: inout Router) {
        registerJournal(on: &router)
        registerEntries(on: &router)
        registerActivities(on: &router)
        registerArrangement(on: &router)
        registerCategories(on: &router)
        registerVacations(on: &router)
        registerTrash(on: &router)
        registerBoards(on: &router)
        registerBars(on: &router)
        registerReminders(on: &router)
        registerTemplates(on: &router)
        registerGoals(on: &router)
        registerWeights(on: &router)
        registerFiles(on: &router)
        registerTraining(on: &router)
        registerHealthLinks(on: &router)
    }

    func profileSession(_ context: CallContext) -> ProfileSession {
        profileSessions.session(of: context.profile)
    }

    /// The profile's book, and the day that a question is asked on.
    func snapshot(
        _ context: CallContext, on day: CivilDate? = nil
    ) async throws -> (book: ProfileSnapshot, today: CivilDate) {
        let book = try await profileSession(context).snapshot(context)
        return (book, try book.today(day, now: now()))
    }
}

/// Names of 12 letters and digits: 60 bits, and short enough to be typed.
package enum RandomIdentifier {
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    package static func next() -> String {
        var bits = UInt64.random(in: .min ... .max)
        var letters: [UInt8] = []
        for _ in 0..<12 {
            letters.append(alphabet[Int(bits & 31)])
            bits >>= 5
        }
        return String(decoding: letters, as: UTF8.self)
    }
}
