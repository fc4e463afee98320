import ArgumentParser
import Contracts
import Presentation
import RPC
import Synchronization

struct RingsCommand: BusCommand {
    static let configuration = CommandConfiguration(
        name: "rings",
        abstract: "Show activity rings with their goals by day.",
        discussion: """
            Shows the energy, exercise and stand hours of activity summaries, by default of the \
            last 30 days with a summary. A dash is a missing value.

            EXAMPLES:
              dayline rings
              dayline rings --from 2026-10-01 --to 2026-10-31
              dayline rings --svg rings.svg
            """)

    @OptionGroup var range: DateRangeOptions
    @OptionGroup var files: PictureOptions
    @OptionGroup var globals: GlobalOptions

    func run(_ context: CommandContext) async throws -> ExitStatus {
        if let from = range.from, let to = range.to, from > to {
            throw UsageError(
                "The range \(from)..\(to) is empty: the start is after the end.",
                hint: "Use --from \(to) --to \(from).")
        }
        let summaries = Mutex<[ActivitySummary]>([])
        _ = try await context.bus().stream(HealthRows.summaries, Empty(), context.options()) {
            page in
            summaries.withLock { $0 += page.summaries }
        }
        let rings = ActivityRings(
            summaries.withLock { $0 }, from: range.from, to: range.to)
        if files.hasFile { try files.write(rings.picture, context.output) }
        try context.output.result(rings) { files.hasFile ? "" : rings.text(context.output) }
        return .done
    }
}
