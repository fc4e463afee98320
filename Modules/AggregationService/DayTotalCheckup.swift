import Aggregation
import CivilTime
import Contracts
import Folding
import HostFiles
import RPC

/// Folds the samples of every metric of every profile, and compares the results with the stored day
/// totals.
struct DayTotalCheckup: Sendable {
    let client: Client
    let zones: ZoneCatalog
    let fold: Fold

    private struct Counts {
        var profiles = 0
        var metrics = 0
        var days = 0
        /// The number of metrics that changed during the comparison or wait to be folded.
        var skipped = 0
        var wrong: [Mismatch] = []
    }

    private struct Mismatch {
        var profile: String
        var metric: String
        var days: [CivilDate]

        var text: String {
            let more = days.count > 1 ? " and \(days.count - 1) more days" : ""
            return "\(metric) of \(profile) on \(days[0])\(more)"
        }
    }

    private enum Outcome {
        case same(days: Int)
        case wrong([CivilDate])
        case changing
    }

    /// The number of metrics with wrong days that a message names.
    private static let named = 5
    /// The relative tolerance for sums: another order of additions can change the last bits.
    private static let tolerance = 1e-9
    /// Attempts per metric; a metric that changes during the comparison is compared again.
    private static let attempts = 3

    /// Runs the comparison. With `isRepairing`, metrics with wrong days are folded again.
    func run(isRepairing: Bool) async throws -> Checkups.Check {
        if isRepairing {
            for profile in try await client.call(Profiles.list, Empty()).profiles {
                try await refold([], profile.name)
            }
        }
        let found = try await tally()
        guard isRepairing, !found.wrong.isEmpty else { return check(found) }
        for (profile, wrong) in Dictionary(grouping: found.wrong, by: \.profile) {
            try await refold(wrong.map(\.metric), profile)
        }
        var after = check(try await tally())
        after.detail = "Wrong day totals are folded again: \(names(found)). \(after.detail)"
        return after
    }

    /// Marks the metrics dirty, and waits until the profile has no dirty days.
    private func refold(_ metrics: [String], _ profile: String) async throws {
        let options = CallOptions(deadline: .never, profile: profile)
        let folded = try await client.call(
            Checkups.refold, Checkups.RefoldRequest(metrics: metrics), options)
        _ = try await client.call(Folds.wait, Folds.WaitRequest(version: folded.version), options)
    }

    private func tally() async throws -> Counts {
        var tally = Counts()
        for profile in try await client.call(Profiles.list, Empty()).profiles {
            tally.profiles += 1
            let options = CallOptions(deadline: .never, profile: profile.name)
            let names = try await client.call(Days.names, Empty(), options)
            for metric in names.metrics.map(\.metric) {
                tally.metrics += 1
                switch try await compare(metric, options) {
                case .same(let days): tally.days += days
                case .changing: tally.skipped += 1
                case .wrong(let days):
                    tally.wrong.append(
                        Mismatch(profile: profile.name, metric: metric, days: days))
                }
            }
        }
        return tally
    }

    private func compare(_ metric: String, _ options: CallOptions) async throws -> Outcome {
        for _ in 0..<Self.attempts {
            let page = try await client.days(Days.ReadRequest(metric: metric), options)
            guard !page.body.stale else { return .changing }
            let stored = try DayColumns(columns: page.columns).totals.days
            let first = min(Self.firstDay, stored.first?.day ?? Self.firstDay)
            let last = max(Self.lastDay, stored.last?.day ?? Self.lastDay)
            let folded = try await fold.totals(
                of: metric, from: first, to: last, in: zones.history(page.body.zones), options)
            let now = try await client.days(
                Days.ReadRequest(metric: metric, knownVersion: page.body.version), options)
            guard now.body.isUnchanged, !now.body.stale else { continue }
            let wrong = Self.differences(stored, folded.days)
            return wrong.isEmpty ? .same(days: stored.count) : .wrong(wrong)
        }
        return .changing
    }

    /// The first day that an importer accepts.
    private static let firstDay = CivilDate(days: -719_162)
    private static let lastDay = CivilDate(days: 2_932_896)

    private static func differences(_ a: [DayTotal], _ b: [DayTotal]) -> [CivilDate] {
        let totals = Dictionary(b.map { ($0.day, $0) }) { first, _ in first }
        let days = Set(a.map(\.day))
        let wrong = a.filter { total in
            totals[total.day].map { !isSame(total, $0) } ?? true
        }
        return (wrong.map(\.day) + b.map(\.day).filter { !days.contains($0) }).sorted()
    }

    private static func isSame(_ a: DayTotal, _ b: DayTotal) -> Bool {
        let pairs = [
            (a.sum, b.sum), (a.rawSum, b.rawSum), (a.min, b.min), (a.max, b.max),
            (a.last.value, b.last.value),
        ]
        return a.count == b.count
            && pairs.allSatisfy { x, y in
                x == y || (x - y).magnitude <= tolerance * max(x.magnitude, y.magnitude)
            }
    }

    private func names(_ tally: Counts) -> String {
        let rest = tally.wrong.count - Self.named
        return tally.wrong.prefix(Self.named).map(\.text).joined(separator: ", ")
            + (rest > 0 ? " and \(rest) more metrics" : "")
    }

    private func check(_ tally: Counts) -> Checkups.Check {
        let skipped =
            tally.skipped == 0
            ? "" : " \(tally.skipped) metrics are being folded and were not compared."
        guard tally.wrong.isEmpty else {
            return Checkups.Check(
                "days", ok: false,
                "Stored day totals differ from their samples: \(names(tally)). Fold them again with: "
                    + "dayline doctor --repair" + skipped)
        }
        return Checkups.Check(
            "days", ok: true,
            "\(tally.days) day totals of \(tally.metrics) metrics in \(tally.profiles) profiles agree with "
                + "a fold of their samples.\(skipped)")
    }
}
