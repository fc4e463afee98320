import ArgumentParser
import Contracts
import Glibc
import HostFiles
import RPC

struct DoctorCommand: BusCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check that everything is as it should be.",
        discussion: "Exit status 1: something is not. 3: a repair lost something, which is named.")

    @Flag(name: .customLong("repair"), help: "Mend what can be mended; see exit status 3.")
    var isRepairing = false

    @Flag(name: .customLong("quick"), help: "Leave out what reads every row and every sample.")
    var isQuick = false

    @OptionGroup var globals: GlobalOptions

    /// Totals of a day may differ from Apple's by this part before it is told: its way to merge sources
    /// is its own.
    private static let summaryBound = 0.05
    /// Totals of all differing days of a metric agree up to this part where only the hour differs at which a
    /// day begins.
    private static let shiftBound = 0.1
    /// Bytes that should be free for the database to go on.
    private static let minimumFreeBytes: UInt64 = 1 << 30

    func run(_ session: CommandContext) async throws -> ExitStatus {
        if isRepairing { session.home.restrictPermissions() }
        var checks = [modes(session.home), diskSpace(session.home), timeZones()]
        let client = try session.bus()
        let ask = Checkups.RunRequest(isRepairing: isRepairing, isQuick: isQuick ? true : nil)
        var problem: Status?
        for part in isQuick ? [Checkups.storage, Checkups.ingestion] : Self.parts {
            // Nothing else answers where the broker does not.
            if problem?.code == .unavailable { break }
            do {
                checks += try await client.call(part, ask, session.optionsWithoutDeadline()).checks
            } catch {
                problem = recordFailure(error, part.name.description, &checks)
            }
        }
        if !isQuick, problem?.code != .unavailable {
            do {
                checks.append(try await summaries(client, session))
            } catch {
                problem = recordFailure(error, "summaries", &checks)
            }
        }
        try report(checks, session.output)
        if let problem { return ExitStatus(problem.code) }
        guard checks.allSatisfy(\.ok) else { return .failed }
        return checks.contains { $0.isLossy == true } ? .doneWithDamage : .done
    }

    /// Whoever answers, in the order in which it matters.
    private static let parts = [Checkups.storage, Checkups.ingestion, Checkups.aggregation]

    /// Adds what kept a part from being checked.
    private func recordFailure(
        _ error: any Error, _ part: String, _ checks: inout [Checkups.Check]
    ) -> Status {
        let status = Status(describing: error)
        let text = [status.message, status.hint].compactMap(\.self).joined(separator: " ")
        checks.append(
            Checkups.Check(status.code == .unavailable ? "system" : part, ok: false, text))
        return status
    }

    private func report(_ checks: [Checkups.Check], _ output: Output) throws {
        let report = DoctorReport(ok: checks.allSatisfy(\.ok), checks: checks)
        try output.result(report) {
            checks.map { check in
                let mark =
                    check.ok ? output.styled("ok ", .green) : output.styled("BAD", .red)
                return "\(mark)  \(check.name): \(check.detail)"
            }.joined(separator: "\n")
        }
    }

    private func modes(_ home: Home) -> Checkups.Check {
        let open = home.publiclyAccessiblePaths
        return Checkups.Check(
            "privacy", ok: open.isEmpty,
            open.isEmpty
                ? "Only you may read what is in \(home.folder)."
                : "Others may read \(open.prefix(3).joined(separator: ", ")). Close them with: "
                    + "dayline doctor --repair")
    }

    private func timeZones() -> Checkups.Check {
        let files = TimeZoneFiles()
        return Checkups.Check(
            "time zones", ok: files.hasZones,
            files.hasZones
                ? "The system's time zones are in \(files.folder)."
                : "There are no time zones in \(files.folder), so only UTC is known. Install the "
                    + "package tzdata.")
    }

    private func diskSpace(_ home: Home) -> Checkups.Check {
        var status = statvfs()
        guard statvfs(home.folder, &status) == 0 else {
            return Checkups.Check("disk", ok: false, "There is no folder \(home.folder).")
        }
        let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        let text = NumberText.bytes(Int64(clamping: free))
        return Checkups.Check(
            "disk", ok: free >= Self.minimumFreeBytes,
            "\(text) are free on the disk of \(home.folder).")
    }

    /// Says on how many days our totals are not Apple's; that is no fault, since sources are merged in
    /// another way.
    private func summaries(_ client: Client, _ session: CommandContext) async throws
        -> Checkups.Check
    {
        let found = try await client.call(
            Insights.summaryDifferences,
            Insights.SummaryDifferencesRequest(bound: Self.summaryBound, isWholeDaysOnly: true),
            session.optionsWithoutDeadline())
        guard found.compared + found.onlyOurs.count + found.onlyApples.count > 0 else {
            return Checkups.Check(
                "summaries", ok: true, "There are no totals of Apple's to compare.")
        }
        let percent = NumberText.short(Self.summaryBound * 100)
        var sentences = [
            sentence(
                "\(found.differences.count) of \(found.compared) day totals are more than "
                    + "\(percent) % from Apple's",
                found.differences.map { "\($0.metric) on \($0.day)" })
        ]
        if found.isShifted(bound: Self.shiftBound) {
            sentences.append(
                "Over all of these days the totals agree, so only the hour at which a day begins differs: the "
                    + "profile's zone is not that of the person. Set it with: dayline profile zone ZONE"
            )
        }
        for (totals, what) in [
            (found.onlyOurs, "only ours"), (found.onlyApples, "only Apple's"),
        ] where !totals.isEmpty {
            sentences.append(
                sentence(
                    "\(totals.count) \(totals.count == 1 ? "is" : "are") \(what)",
                    totals.map { "\($0.metric) on \($0.day)" }))
        }
        return Checkups.Check("summaries", ok: true, sentences.joined(separator: " "))
    }

    /// With the first few places that it is true of.
    private func sentence(_ text: String, _ places: [String]) -> String {
        let few = places.prefix(3).joined(separator: ", ")
        return few.isEmpty ? text + "." : "\(text): \(few)."
    }
}

extension Insights.SummaryDifferencesResponse {
    /// True if days differ only by what lies next to midnight: what one has too much another lacks.
    fileprivate func isShifted(bound: Double) -> Bool {
        let metrics = Dictionary(grouping: differences, by: \.metric).values
            .filter { $0.count > Self.fewDays }
        return !metrics.isEmpty
            && metrics.allSatisfy { days in
                let ours = days.reduce(0) { $0 + $1.ours }
                let apples = days.reduce(0) { $0 + $1.apples }
                return (ours - apples).magnitude <= bound * max(ours, apples)
            }
    }

    /// So many days of a metric may differ by chance in both directions.
    private static let fewDays = 10
}

private struct DoctorReport: Encodable {
    var ok: Bool
    var checks: [Checkups.Check]
}
