import CivilTime
import Contracts
import Presentation
import RPC
import Tracker

/// Shows the full-screen list of a day, performs the calls of its keys, and reads the day again from
/// time to time.
struct DayScreenLoop {
    let context: CommandContext
    let client: Client

    /// The time without a key after which the day is read again, since other programs can change it.
    private static let idleMilliseconds: Int32 = 30_000

    init(_ context: CommandContext) throws {
        self.context = context
        client = try context.bus()
    }

    /// Shows the list until a key ends it, starting with `date`; nil is the current day.
    func run(date: CivilDate?) async throws {
        // Before the screen is used, a failure is printed as that of every other command.
        var model = DayScreen(try await read(date), date: date)
        var screen = try FullScreen(context.output, environment: context.environment)
        while !model.hasEnded {
            let size = screen.size
            try screen.draw(model.frame(columns: size.columns, rows: size.rows))
            switch try screen.event(timeout: Self.idleMilliseconds) {
            case .keys(let keys):
                for key in keys where !model.hasEnded {
                    if let call = model.press(key) { await perform(call, &model) }
                }
            case .idle: await perform(.read, &model)
            case .resized: break
            case .closed: return
            }
        }
    }

    private func read(_ date: CivilDate?) async throws(Status) -> Journal.DayResponse {
        try await client.call(Journal.day, Journal.DayRequest(on: date), context.options())
    }

    /// Performs a call and shows its result.
    private func perform(_ call: DayScreen.Call, _ model: inout DayScreen) async {
        do throws(Status) {
            if let text = try await change(call) { model.message = text }
            model.show(try await read(model.date))
        } catch {
            model.show(error)
        }
    }

    /// Performs a call that changes records.
    /// - Returns: The result as text; nil for a call that changes nothing.
    private func change(_ call: DayScreen.Call) async throws(Status) -> String? {
        switch call {
        case .read: return nil
        case .log(let request):
            return try await client.call(Journal.log, request, context.options()).text(PlainText())
        case .skip(let request):
            return try await client.call(Journal.skip, request, context.options()).text(PlainText())
        case .clear(let activity, let day, let slot): return try await clear(activity, day, slot)
        case .undo: return "Undone: \(try await step(Journal.undo))."
        case .redo: return "Done again: \(try await step(Journal.redo))."
        }
    }

    private func step(
        _ method: Method<Journal.StepRequest, Journal.StepResponse>
    ) async throws(Status) -> String {
        // A step may be a complete import.
        let step = try await client.call(
            method, Journal.StepRequest(), context.optionsWithoutDeadline())
        return step.problem.map { "\(step.summary). \(HealthSyncText.syncFailure($0))" }
            ?? step.summary
    }

    private func clear(
        _ activity: Activity.ID, _ day: CivilDate, _ slot: Slot?
    ) async throws(Status) -> String {
        let entries = try await client.call(
            Entries.list,
            Entries.ListRequest(activity: activity.rawValue, from: day, to: day),
            context.options()
        ).entries.filter { $0.slot == nil || slot == nil || $0.slot == slot }
        for entry in entries {
            _ = try await client.call(
                Entries.delete, Entries.EntryRequest(id: entry.id), context.options())
        }
        guard let first = entries.first else { return "There is no entry on \(day)." }
        let steps = entries.count > 1 ? "; u restores one at a time" : ""
        return
            "\(first.activity): \(NumberText.count(entries.count, "entry", "entries")) of \(day) "
            + "removed\(steps)."
    }
}
