import ArgumentParser
import Contracts
import Glibc
import HostFiles
import Presentation
import RPC

struct DoctorCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "doctor", abstract: "Check the integrity of the data and the system.",
        discussion: .examples(
            after: "Exit status 1: a check failed. 3: a repair lost data, which the report names.",
            "doctor", "doctor --quick", "doctor --repair"))

    @Flag(name: .customLong("repair"), help: "Repair what can be repaired; see exit status 3.")
    var isRepairing = false

    @Flag(name: .customLong("quick"), help: "Skip checks that read every row and every sample.")
    var isQuick = false

    @OptionGroup var globals: GlobalOptions

    /// The relative difference from Apple's day totals above which a day is reported. Apple merges
    /// sources in another way.
    private static let summaryBound = 0.05
    /// The relative difference of a metric's sum over all differing days up to which only the
    /// start of the day differs.
    private static let shiftBound = 0.1
    /// The free bytes below which the check of the disk fails.
    private static let minimumFreeBytes: UInt64 = 1 << 30

    func run(_ context: CommandContext) async throws -> ExitStatus {
        if isRepairing { context.home.restrictPermissions() }
        var checks = [modes(context.home), diskSpace(context.home), timeZones()]
        let client = try context.bus()
        let request = Checkups.RunRequest(isRepairing: isRepairing, isQuick: isQuick ? true : nil)
        var problem: Status?
        for part in isQuick ? [Checkups.storage, Checkups.ingestion] : Self.parts {
            // No worker answers without the broker.
            if problem?.code == .unavailable { break }
            do {
                checks += try await client.call(part, request, context.optionsWithoutDeadline())
                    .checks
            } catch {
                problem = recordFailure(error, part.name.description, &checks)
            }
        }
        if problem?.code != .unavailable {
            do {
                checks.append(try await pushes(client, context))
            } catch {
                problem = recordFailure(error, "pushes", &checks)
            }
        }
        if !isQuick, problem?.code != .unavailable {
            do {
                checks.append(try await summaries(client, context))
            } catch {
                problem = recordFailure(error, "summaries", &checks)
            }
        }
        try report(checks, context.output)
        if let problem { return ExitStatus(problem.code) }
        guard checks.allSatisfy(\.ok) else { return .failed }
        return checks.contains { $0.isLossy == true } ? .doneWithDamage : .done
    }

    /// The checks of the workers, most important first.
    private static let parts = [Checkups.storage, Checkups.ingestion, Checkups.aggregation]

    /// Appends a failed check for a part that could not be checked.
    /// - Returns: The status of the failure.
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
                ? "Only you can read the files in \(home.folder)."
                : "Others can read \(open.prefix(3).joined(separator: ", ")). Protect them with: "
                    + "dayline doctor --repair")
    }

    /// The check of the pushed files: in the home of all profiles, with a key of its own profile.
    private func pushes(_ client: Client, _ context: CommandContext) async throws -> Checkups.Check
    {
        let profiles =
            context.isRemote
            ? [context.profileName]
            : try await client.call(Profiles.list, Empty(), context.options()).profiles.map(\.name)
        return try await PushesCommand.check(profiles, client, context)
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

    /// Compares day totals with Apple's. A difference does not fail the check, since Apple merges
    /// sources in another way.
    private func summaries(_ client: Client, _ context: CommandContext) async throws
        -> Checkups.Check
    {
        let found = try await client.call(
            Insights.summaryDifferences,
            Insights.SummaryDifferencesRequest(bound: Self.summaryBound, isWholeDaysOnly: true),
            context.optionsWithoutDeadline())
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
        for (totals, label) in [
            (found.onlyOurs, "only ours"), (found.onlyApples, "only Apple's"),
        ] where !totals.isEmpty {
            sentences.append(
                sentence(
                    "\(totals.count) \(totals.count == 1 ? "is" : "are") \(label)",
                    totals.map { "\($0.metric) on \($0.day)" }))
        }
        return Checkups.Check("summaries", ok: true, sentences.joined(separator: " "))
    }

    /// `text` with its first three examples.
    private func sentence(_ text: String, _ examples: [String]) -> String {
        let few = examples.prefix(3).joined(separator: ", ")
        return few.isEmpty ? text + "." : "\(text): \(few)."
    }
}

extension Insights.SummaryDifferencesResponse {
    /// True if days differ only in their start: a surplus of one day is missing on another.
    fileprivate func isShifted(bound: Double) -> Bool {
        let metrics = Dictionary(grouping: differences, by: \.metric).values
            .filter { $0.count > Self.fewDays }
        return !metrics.isEmpty
            && metrics.allSatisfy { days in
                let computed = days.reduce(0) { $0 + $1.ours }
                let exported = days.reduce(0) { $0 + $1.apples }
                return (computed - exported).magnitude <= bound * max(computed, exported)
            }
    }

    /// The number of days up to which differences of a metric may cancel by chance.
    private static let fewDays = 10
}

private struct DoctorReport: Encodable {
    var ok: Bool
    var checks: [Checkups.Check]
}
