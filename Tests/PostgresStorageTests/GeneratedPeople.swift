import CivilTime
import Contracts
import RPC
import Randomness
import StorageTestKit

/// A person with generated days of steps and heart rates.
struct GeneratedPerson: Sendable {
    let name: String
    let hasConsent: Bool
    let birthDate: CivilDate?
    let sex: Cohorts.Sex?
    let label: String?
    /// The segments of time with chunks, of twelve days each.
    let segments: ClosedRange<Int64>
    private let seed: UInt64

    static let metrics = ["stepCount", "heartRate"]
    /// 2025-01-10 to 2026-03-10.
    private static let allSegments: ClosedRange<Int64> = 1656...1690

    init(number: Int, seed: UInt64) {
        var random = SplitMix64(seed: seed &* 1_000_003 &+ UInt64(number))
        name = "person \(number)"
        hasConsent = Int.random(in: 0..<10, using: &random) > 0
        birthDate =
            Int.random(in: 0..<12, using: &random) > 0
            ? CivilDate(days: Int32.random(in: -18_000...9_000, using: &random)) : nil
        sex = [.female, .male, .female, .male, .other, nil].randomElement(using: &random) ?? nil
        label =
            ["A", "B", "A", "B", "A", "B", "A", "B", "rare", nil].randomElement(using: &random)
            ?? nil
        let ends = (0..<2).map { _ in Int64.random(in: Self.allSegments, using: &random) }
        segments = min(ends[0], ends[1])...max(ends[0], ends[1])
        self.seed = random.next()
    }

    /// The totals of some days; about a fifth of the days have none.
    func totals(of metric: String, _ days: ClosedRange<Int32>) -> DayColumns {
        var totals = DayColumns()
        for day in days {
            var random = SplitMix64(
                seed: seed &+ UInt64(bitPattern: Int64(day)) &* 7919 &+ UInt64(metric.utf8.count))
            guard Int.random(in: 0..<5, using: &random) > 0 else { continue }
            var total = DayColumns.sample(
                day, sum: Double.random(in: 0...20_000, using: &random))
            if metric == "heartRate" {
                // A day of which the samples began earlier has no mean.
                total.count = [Int64.random(in: 0...50, using: &random)]
                total.rawSum = [
                    Double(total.count[0]) * Double.random(in: 40...150, using: &random)
                ]
            }
            totals.append(total)
        }
        return totals
    }
}

extension StorageUnderTest {
    /// Adds profiles with the days of people, folded, and their consents.
    func add(_ people: [GeneratedPerson]) async throws {
        let byName = Dictionary(uniqueKeysWithValues: people.map { ($0.name, $0) })
        let worker = Task {
            try await work { [self] task in
                let days = task.from.days...task.to.days
                let totals = byName[task.profile]?.totals(of: task.metric, days) ?? DayColumns()
                _ = try await client.call(
                    Folds.commit,
                    Packet(
                        Folds.CommitRequest(lease: task.lease, stamp: task.stamp),
                        columns: totals.columns))
                return false
            }
        }
        defer { worker.cancel() }
        for (number, person) in people.enumerated() {
            let options = CallOptions(profile: person.name)
            _ = try await client.call(
                Profiles.add, Profiles.AddRequest(name: person.name, zone: "Europe/Berlin"))
            _ = try await client.call(
                Cohorts.setPerson,
                Cohorts.SetPersonRequest(birthDate: person.birthDate, sex: person.sex), options)
            if let label = person.label {
                _ = try await client.call(
                    Cohorts.setLabel, Cohorts.SetLabelRequest(name: person.name, label: label))
            }
            // Of some people the partials are written by folds, of others with the consent.
            let isEarly = number.isMultiple(of: 2)
            if person.hasConsent, isEarly { try await setConsent(true, of: person.name) }
            let id = try await begin(profile: person.name)
            for metric in GeneratedPerson.metrics {
                try await stage(
                    Array(person.segments), metric: metric, import: id, profile: person.name)
            }
            let version = try await publish(id, profile: person.name).version
            _ = try await client.call(Folds.wait, Folds.WaitRequest(version: version), options)
            if person.hasConsent, !isEarly { try await setConsent(true, of: person.name) }
        }
    }

    @discardableResult
    func setConsent(_ isGiven: Bool, of name: String?) async throws -> Cohorts.Participation {
        try await client.call(
            Cohorts.setConsent, Cohorts.SetConsentRequest(isGiven: isGiven),
            CallOptions(profile: name))
    }

    /// The totals of a metric of a profile.
    func dayColumns(_ metric: String, of name: String?) async throws -> DayColumns {
        try DayColumns(
            columns: await client.call(
                Days.read, Days.ReadRequest(metric: metric), CallOptions(profile: name)
            ).columns)
    }
}
