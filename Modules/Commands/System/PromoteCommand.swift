import ArgumentParser
import Contracts
import Glibc
import HostFiles
import Presentation
import RPC

struct PromoteCommand: UndatedCommand {
    static let configuration = CommandConfiguration(
        name: "promote", abstract: "Accept changes in this replica from now on.",
        discussion: .examples(
            after: """
                Raises the epoch of this home. The former primary refuses changes as soon as this home, or one \
                that follows it, reaches it. The changes that only the former primary has are kept in a file \
                there, which dayline import shows. The former primary can then follow this home.
                """, "promote", "promote --json"))

    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        try context.requireLocal("dayline promote")
        let home = context.home
        let present = try ReplicationFile.read(home.replication)
        guard present.following != nil || present.superseded != nil else {
            throw Status(
                .failedPrecondition, "This home accepts changes already: it follows no other one.",
                hint: "Follow another home with: dayline follow tcp://HOST:PORT --key FILE")
        }
        if present.following != nil {
            guard present.following?.position != nil, access(home.database, F_OK) == 0 else {
                throw Status(
                    .failedPrecondition, "The first copy of the primary is not complete.",
                    hint: "Show the progress with: dayline status")
            }
        }
        let running = try RunningSystem(context)
        try await running?.stop(context)
        // The system may have received more until it stopped.
        let promoted = try Self.promoted(ReplicationFile.read(home.replication))
        try promoted.write(to: home.replication)
        try running?.start(context)
        let report = Report(
            epoch: promoted.epoch, former: promoted.former?.address,
            change: promoted.former?.change)
        try context.output.result(report) { report.text }
        return .done
    }

    private static func promoted(_ file: ReplicationFile) -> ReplicationFile {
        ReplicationFile(
            epoch: max(file.epoch, file.superseded?.epoch ?? 0) + 1,
            former: file.following.flatMap { following in
                following.position.map {
                    ReplicationFile.Former(address: following.address, change: $0.change)
                }
            })
    }

    private struct Report: Encodable {
        var epoch: Int64
        var former: String?
        var change: Int64?

        var text: String {
            let first = "This home accepts changes from now on (epoch \(epoch))."
            guard let former else { return first }
            return first
                + "\n\(former) refuses changes as soon as this home can reach it. Programs on other "
                + "machines connect here after: dayline settings set listen tcp://HOST:PORT"
        }
    }
}
