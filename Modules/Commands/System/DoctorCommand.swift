import ArgumentParser
import Contracts
import Glibc
import HostFiles
import RPC

struct DoctorCommand: SessionCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor", abstract: "Check that everything is as it should be.",
        discussion: "Exit status 1: something is not.")

    @Flag(name: .customLong("repair"), help: "Mend what can be mended without loss.")
    var isRepairing = false

    @OptionGroup var globals: GlobalOptions

    /// Totals of a day may differ from Apple's by this part before it is told: its way to merge sources
    /// is its own.
    private static let summaryBound = 0.05
    /// Bytes that should be free for the database to go on.
    private static let wantedRoom: UInt64 = 1 << 30

    func run(_ session: Session) async throws -> ExitStatus {
        if isRepairing { session.home.closeToOthers() }
        var checks = [modes(session.home), room(session.home)]
        let client = try session.bus()
        let ask = Checkups.Ask(isRepairing: isRepairing)
        do {
            checks += try await client.call(Checkups.storage, ask, session.patient()).checks
            checks += try await client.call(Checkups.ingestion, ask, session.patient()).checks
            checks.append(try await summaries(client, session))
        } catch {
            let status = Status(describing: error)
            checks.append(
                Checkups.Check(
                    "system", ok: false,
                    [status.message, status.hint].compactMap { $0 }.joined(separator: " ")))
            try report(checks, session.output)
            return ExitStatus(status.code)
        }
        try report(checks, session.output)
        return checks.allSatisfy(\.ok) ? .done : .failed
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
        let open = home.openToOthers
        return Checkups.Check(
            "privacy", ok: open.isEmpty,
            open.isEmpty
                ? "Only you may read what is in \(home.folder)."
                : "Others may read \(open.prefix(3).joined(separator: ", ")). Close them with: "
                    + "dayline doctor --repair")
    }

    private func room(_ home: Home) -> Checkups.Check {
        var status = statvfs()
        guard statvfs(home.folder, &status) == 0 else {
            return Checkups.Check("disk", ok: false, "There is no folder \(home.folder).")
        }
        let free = UInt64(status.f_bavail) * UInt64(status.f_frsize)
        let text = NumberText.bytes(Int64(clamping: free))
        return Checkups.Check(
            "disk", ok: free >= Self.wantedRoom,
            "\(text) are free on the disk of \(home.folder).")
    }

    /// Says on how many days our totals are not Apple's; that is no fault, since sources are merged in
    /// another way.
    private func summaries(_ client: Client, _ session: Session) async throws -> Checkups.Check {
        let found = try await client.call(
            Insights.summaryDifferences,
            Insights.AskSummaryDifferences(bound: Self.summaryBound), session.patient())
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

private struct DoctorReport: Encodable {
    var ok: Bool
    var checks: [Checkups.Check]
}
