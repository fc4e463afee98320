import CivilTime
import Contracts
package import HostFiles
package import RPC
import ResponseCaching
import Tracker

/// The services of the tracker: activities, entries, statistics, goals, weights and training, computed
/// from the records in storage.
package final class TrackerService: Service {
    let client: Client
    let zones: ZoneCatalog
    private let profileSessions: ProfileSessions
    /// Nil without a commit counter: a call to storage would be needed for each response.
    let responses: ResponseCache?
    /// The clock, in milliseconds since 1970 UTC.
    let now: @Sendable () -> Int64

    /// - Parameters:
    ///   - client: A client of storage.
    ///   - changes: The commit counter of storage; nil: storage is asked for changes before each answer.
    ///   - zones: The system's zones.
    ///   - now: The clock, in milliseconds since 1970 UTC. Today is its day in the profile's zone.
    package init(
        client: Client, changes: CommitCounterReader? = nil, zones: ZoneCatalog,
        now: @escaping @Sendable () -> Int64
    ) {
        self.client = client
        self.zones = zones
        self.now = now
        profileSessions = ProfileSessions(client: client, changes: changes, zones: zones)
        responses = changes.map { ResponseCache(client: client, changes: $0, now: now) }
    }

    package func register(on router: inout Router) {
        registerJournal(on: &router)
        registerDays(on: &router)
        registerLogSeveral(on: &router)
        registerSearch(on: &router)
        registerEntries(on: &router)
        registerPhotos(on: &router)
        registerActivities(on: &router)
        registerArrangement(on: &router)
        registerCategories(on: &router)
        registerVacations(on: &router)
        registerTrash(on: &router)
        registerStatistics(on: &router)
        registerBars(on: &router)
        registerPeriod(on: &router)
        registerReminders(on: &router)
        registerTemplates(on: &router)
        registerOwnTemplates(on: &router)
        registerGoals(on: &router)
        registerWeights(on: &router)
        registerDocuments(on: &router)
        registerTraining(on: &router)
        registerHealthLinks(on: &router)
    }

    /// The names of the profiles whose snapshots are loaded from now on.
    func loadedProfiles() -> AsyncStream<String> { profileSessions.loadedProfiles() }

    func profileSession(_ context: CallContext) -> ProfileSession {
        profileSessions.session(of: context.profile)
    }

    /// The newest snapshot of the caller's profile.
    func snapshot(_ context: CallContext) async throws -> ProfileSnapshot {
        try await profileSession(context).snapshot(context)
    }

    /// The newest snapshot, and the day that a request asks about: `day`, or today for nil.
    func snapshot(
        _ context: CallContext, on day: CivilDate?
    ) async throws -> (snapshot: ProfileSnapshot, today: CivilDate) {
        let snapshot = try await snapshot(context)
        return (snapshot, try snapshot.today(day, now: now()))
    }
}

/// Identifiers of new records: 12 random letters and digits, which are 60 bits and short enough to be typed.
enum RandomIdentifier {
    private static let alphabet = Array("0123456789abcdefghjkmnpqrstvwxyz".utf8)

    static func next() -> String {
        var bits = UInt64.random(in: .min ... .max)
        var letters: [UInt8] = []
        for _ in 0..<12 {
            letters.append(alphabet[Int(bits & 31)])
            bits >>= 5
        }
        return String(decoding: letters, as: UTF8.self)
    }
}
