import ArgumentParser
import Contracts
import FoundationEssentials
import Glibc
import HostFiles
import RPC

/// The `dayline` command.
struct Dayline: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "dayline",
        abstract: "Plan activities, log them, and analyse health data.",
        discussion: """
            Start with: dayline up

            Every command accepts, before or after its name: --home DIR (the data folder), \
            --profile NAME, --remote ADDRESS with --key-file FILE (a system on another machine), \
            --json (one JSON document), --quiet (only the result), --no-color.

            dayline --version --verbose prints the versions of the libraries, too.

            EXAMPLES:
              dayline up --detach
              dayline activity add Water --target 2000 --unit ml
              dayline log Water 250
              dayline today
              dayline weight add 81.2 kg
              dayline import export.zip
              dayline trends steps --interval month --compare previous
              dayline chart weight --svg weight.svg
            """,
        version: versionText,
        groupedSubcommands: [
            CommandGroup(
                name: "The system:",
                subcommands: [
                    UpCommand.self, DownCommand.self, MoveCommand.self, FollowCommand.self,
                    PromoteCommand.self, RestartCommand.self,
                    StatusCommand.self,
                    TopCommand.self, TraceCommand.self, LogLevelCommand.self,
                    WebCommand.self, TokenCommand.self, KeysCommand.self, FeedCommand.self,
                    NotifyCommand.self, HomeAssistantCommand.self,
                    ScaleCommand.self, LogsCommand.self, ServicesCommand.self, CallCommand.self,
                    MCPCommand.self,
                    EventsCommand.self,
                    PluginsCommand.self, ProfileCommand.self, SettingsCommand.self,
                    DoctorCommand.self, BackupCommand.self, BackupsCommand.self,
                    RestoreCommand.self,
                    CompletionsCommand.self,
                ]),
            CommandGroup(
                name: "Activities and days:",
                subcommands: [
                    TodayCommand.self, ReportCommand.self, PromptCommand.self, LogCommand.self,
                    SkipCommand.self,
                    UndoCommand.self,
                    RedoCommand.self, EntriesCommand.self, EntryCommand.self,
                    SearchCommand.self,
                    PhotoCommand.self,
                    ActivityCommand.self, ReminderCommand.self, CategoryCommand.self,
                    VacationCommand.self, TrashCommand.self, ExplainCommand.self,
                    StreaksCommand.self, HeatMapCommand.self, BarsCommand.self,
                    InsightsCommand.self,
                    AnnotationCommand.self, ClearCommand.self,
                ]),
            CommandGroup(
                name: "Goals:",
                subcommands: [
                    GoalCommand.self, WeightCommand.self, MilestonesCommand.self,
                    TrainingCommand.self, HealthCommand.self, ExportCommand.self,
                ]),
            CommandGroup(
                name: "Health data:",
                subcommands: [
                    ImportCommand.self, ImportsCommand.self, MetricsCommand.self, DaysCommand.self,
                    SourcesCommand.self, SleepCommand.self, WorkoutsCommand.self,
                    RecoveryCommand.self, RingsCommand.self,
                    SamplesCommand.self, WhyCommand.self, CoverageCommand.self, SampleCommand.self,
                ]),
            CommandGroup(
                name: "Trends:",
                subcommands: [
                    TrendsCommand.self, WindowCommand.self, ChartCommand.self,
                    AssociationsCommand.self, CohortCommand.self,
                ]),
        ])

    private static let versionText = "dayline \(ProductVersion.text)"

    /// Parses `arguments` (without the program's name) and runs the command.
    /// - Returns: The exit status.
    static func run(_ arguments: [String]) async -> Int32 {
        // The parser of all commands takes longer than this answer.
        guard !GlobalOptions.surround("--version", in: arguments) else {
            print(versionText)
            return flush([], [:])
        }
        if LibraryVersions.isRequested(by: arguments) { return printLibraryVersions(arguments) }
        guard arguments.first != Completion.request else {
            print(Completion(Array(arguments.dropFirst())).text(of: Self.self))
            return flush([], [:])
        }
        let environment = ProcessInfo.processInfo.environment
        if let files = PackageFiles(arguments) { return files.run() }
        do {
            try ArgumentBytes.check(ArgumentBytes.ofProcess)
        } catch {
            failure(error.status, arguments, environment)
            return ExitStatus.wrongUsage.rawValue
        }
        let ordered = ordered(arguments)
        do {
            let days = DayExpressionContext()
            var command = try DayExpressionContext.$current.withValue(days) { try parsed(ordered) }
            guard let busCommand = command as? any BusCommand else {
                try command.run()
                return flush(ordered, environment)
            }
            return await perform(
                busCommand, ordered, needsToday: days.isTodayUsed, environment)
        } catch let status as Status {
            failure(status, ordered, environment)
            return ExitStatus.wrongUsage.rawValue
        } catch {
            let text = fullMessage(for: error)
            guard exitCode(for: error) != .success else {
                print(text)
                return flush(ordered, environment)
            }
            failure(ParserErrorText.failure(text), ordered, environment)
            return ExitStatus.wrongUsage.rawValue
        }
    }

    /// Prints the version with those of the libraries.
    /// - Returns: The exit status.
    private static func printLibraryVersions(_ arguments: [String]) -> Int32 {
        let output = Output(isJSON: arguments.contains("--json"), environment: [:])
        let versions = LibraryVersions()
        do {
            try output.result(versions) { versions.text(output) }
            return ExitStatus.done.rawValue
        } catch {
            let status = Status(describing: error)
            output.failure(status)
            return ExitStatus(status.code).rawValue
        }
    }

    /// The arguments in the form and order that the parser expects.
    static func ordered(_ arguments: [String]) -> [String] {
        NumberArgument.marked(
            DayExpressionContext.joined(
                GlobalOptions.movedAfterCommand(CompletionScript.renamed(arguments))))
    }

    /// The command of the arguments, read by the parser of the named command alone: the parser of all
    /// commands takes several times as long. Requests for help and errors are left to the latter, whose
    /// texts have the names of all commands.
    private static func parsed(_ arguments: [String]) throws -> any ParsableCommand {
        if let named = try RawArguments(arguments, of: Self.self).check(),
            let command = try? named.command.parseAsRoot(named.arguments),
            command is any BusCommand
        {
            return command
        }
        return try parseAsRoot(arguments)
    }

    private static func perform(
        _ command: any BusCommand, _ arguments: [String], needsToday: Bool,
        _ environment: [String: String]
    ) async -> Int32 {
        do {
            let context = try await CommandContext(command, environment: environment).dated()
            // All calls of a command are one trace.
            return try await TraceScope.$current.withValue(TraceScope(context: .new)) {
                let parsed = needsToday ? try await parsedAgain(arguments, context) : command
                let status =
                    if let parsed { try await run(parsed, context) } else { ExitStatus.done }
                if let asOf = context.output.asOf, !(command is any UndatedCommand) {
                    context.output.printNotice("The data is as of \(asOf): this home is a replica.")
                }
                return status.rawValue
            }
        } catch let usage as UsageError {
            Output(command.globals, environment: environment).failure(usage.status)
            return ExitStatus.wrongUsage.rawValue
        } catch {
            let status = Status(describing: error)
            let output = Output(command.globals, environment: environment)
            if NameCorrection.canAsk(output),
                let corrected = NameCorrection(status)?.arguments(arguments, ask: output.prompt)
            {
                return await run(corrected)
            }
            output.failure(status)
            return command.exitStatus(for: status.code).rawValue
        }
    }

    /// Runs a command on the main thread, or with the threads of the global executor.
    private static func run(
        _ command: any BusCommand, _ context: CommandContext
    ) async throws -> ExitStatus {
        guard !command.isSequential else { return try await command.run(context) }
        return try await withTaskExecutorPreference(globalConcurrentExecutor) {
            try await command.run(context)
        }
    }

    /// The command with words such as `mon` as days of the profile's calendar; nil for a command
    /// that calls no service.
    private static func parsedAgain(
        _ arguments: [String], _ context: CommandContext
    ) async throws -> (any BusCommand)? {
        let today = try await context.bus().call(
            Journal.resolveDays, Journal.ResolveDaysRequest(), context.options()
        ).today
        do {
            return try DayExpressionContext.$current.withValue(DayExpressionContext(today: today)) {
                try parsed(arguments) as? any BusCommand
            }
        } catch {
            throw UsageError(ParserErrorText.failure(fullMessage(for: error)))
        }
    }

    /// Flushes standard output and reports a failure, so that truncated output is not taken for
    /// complete.
    /// - Returns: The exit status.
    private static func flush(
        _ arguments: [String], _ environment: [String: String]
    ) -> Int32 {
        guard fflush(nil) != 0 else { return ExitStatus.done.rawValue }
        let status = Output.writeFailure(errno)
        failure(status, arguments, environment)
        return ExitStatus(status.code).rawValue
    }

    private static func failure(
        _ status: Status, _ arguments: [String], _ environment: [String: String]
    ) {
        Output(isJSON: arguments.contains("--json"), environment: environment).failure(status)
    }
}

/// The entry point of the `dayline` program.
package enum DaylineCommands {
    /// - Parameter arguments: Without the program's name.
    /// - Returns: The exit status.
    package static func run(_ arguments: [String]) -> Int32 {
        ProcessProtection.apply()
        StandardStreams.reserveDescriptors()
        return MainThread.run { await Dayline.run(arguments) }
    }
}

/// The error for an argument that parses but is not valid.
struct UsageError: Error {
    let status: Status

    init(_ status: Status) {
        self.status = status
    }

    init(_ message: String, hint: String? = nil) {
        status = Status(.invalidArgument, message, hint: hint)
    }
}
