import Contracts
import RPC

/// The data of all profiles.
struct MemoryState: Sendable {
    /// A response that is stored with an idempotency key.
    struct StoredReply {
        /// The method, profile and body of the request.
        var fingerprint: String
        var profile: String
        var body: Bytes
    }

    var profiles: [String: MemoryProfile]
    /// The change log: the change with number n has the index n - 1.
    var log: [Changes.Change] = []
    var replies: [String: StoredReply] = [:]
    /// The number of commits, for ``Days/stamp``.
    var commits = 0
    /// The last number given to an import or lease.
    var lastNumber: Int64 = 0

    init(zone: String) {
        let name = CallMetadata.defaultProfile
        profiles = [name: MemoryProfile(name: name, zone: zone, version: 0)]
    }

    var latest: Int64 { Int64(log.count) }

    func profile(_ name: String) throws -> MemoryProfile {
        guard let profile = profiles[name] else {
            throw Status(.notFound, "There is no profile called \"\(name)\".")
        }
        return profile
    }

    /// Changes a profile in place.
    mutating func withProfile<Value>(
        _ name: String, _ body: (inout MemoryProfile) throws -> Value
    ) throws -> Value {
        // Without a second reference, so that its dictionaries are not copied.
        var profile = try profile(name)
        profiles[name] = nil
        defer { profiles[name] = profile }
        return try body(&profile)
    }

    mutating func nextNumber() -> Int64 {
        lastNumber += 1
        return lastNumber
    }

    /// The changes of a profile with numbers in a range.
    func changes(of profile: String, _ numbers: ClosedRange<Int64>) -> [Changes.Change] {
        log.dropFirst(Int(numbers.lowerBound) - 1).prefix(numbers.count)
            .filter { $0.profile == profile }
    }

    /// True if `number` was assigned and the profile has no later change.
    func isNewest(_ number: Int64, of profile: String) -> Bool {
        number <= latest && !log.dropFirst(Int(max(number, 0))).contains { $0.profile == profile }
    }

    /// The stored response to a request; nil if its key is nil or unknown.
    /// - Throws: FAILED_PRECONDITION if the key was used for another request.
    func reply(to key: String?, _ fingerprint: String) throws -> Bytes? {
        guard let key, let known = replies[key] else { return nil }
        guard known.fingerprint == fingerprint else {
            throw Status(
                .failedPrecondition, "The idempotency key was used for a different request.")
        }
        return known.body
    }
}

/// The data of one profile.
struct MemoryProfile: Sendable {
    var name: String
    var zones: [ZoneChange]
    /// The data version.
    var version: Int64
    /// The first version of the profile.
    let firstVersion: Int64
    var settings: [String: String] = [:]
    var records = MemoryRecords()
    /// The steps for undo and redo, oldest first.
    var steps: [MemoryStep] = []
    /// The numbers of changes without a step, such as those of health sync.
    var following: [ClosedRange<Int64>] = []
    var health = MemoryHealth()

    init(name: String, zone: String, version: Int64) {
        self.name = name
        zones = [ZoneChange(from: nil, zone: zone)]
        self.version = version
        firstVersion = version
    }

    mutating func incrementVersion() -> Int64 {
        version += 1
        return version
    }
}
