import Contracts
import Dispatch
import FoundationEssentials
import RPC
import Synchronization

/// Completion of names that the running system knows. Empty if the system does not run.
enum NameCompletion {
    /// Short, since a person waits for the shell.
    private static let timeout = Duration.seconds(1)

    typealias Arguments = [String]
    /// The names for the words of a command line; only the first parameter is used.
    typealias Source = @Sendable (Arguments, Int, String) -> Arguments

    static let services = names { try await NameSuggestions(ServiceCatalog($0).services).services }

    static let methods = names { try await NameSuggestions(ServiceCatalog($0).services).methods }

    static let workers = names { context in
        let status = try await context.supervisor().call(
            Control.status, Empty(), context.options(timeout: timeout))
        return status.workers.map(\.name)
    }

    static let profiles = names { try await reply($0, Profiles.list, Empty()).profiles.map(\.name) }

    static let tokens = names {
        try await reply($0, WebAccess.tokens, Empty()).tokens.map(\.name)
    }

    static let keys = names { try await reply($0, BusKeys.list, Empty()).keys.map(\.name) }

    static let feeds = names {
        try await reply($0, WebAccess.feeds, Empty()).feeds.map(\.name)
    }

    static let channels = names {
        try await reply($0, Notifications.list, Empty()).channels.map(\.name)
    }

    static let metrics = names(metricNames)

    static let activities = names { try await activityNames($0, reminders: false) }

    static let reminders = names { try await activityNames($0, reminders: true) }

    /// Metrics and activities.
    static let trends = names { try await metricNames($0) + activityNames($0, reminders: false) }

    static let categories = names {
        try await reply($0, Categories.list, Empty()).categories.map(\.name)
    }

    static let goals = names {
        try await reply($0, Goals.list, Goals.ListRequest()).goals.map(\.title)
    }

    static let exercises = names {
        try await reply($0, Training.exercises, Empty()).exercises.map(\.name)
    }

    static let trainingPlans = names {
        try await reply($0, Training.plans, Empty()).plans.map(\.name)
    }

    static let templates = names {
        try await reply($0, Templates.list, Empty()).templates.map(\.name)
    }

    static let importers = names {
        try await reply($0, Imports.importers, Empty()).plugins.map(\.name)
    }

    static func settings(_: Arguments, _: Int, _: String) -> Arguments {
        [ProfileSetting.key, Settings.inbox, ListenSetting.key, TelemetrySetting.key]
            + BackupSetting.allCases.map(\.rawValue)
            + SettingDefinition.all.map(\.key)
    }

    /// The values of the setting that precedes the word.
    static func settingValues(_ words: Arguments, _ index: Int, _ word: String) -> Arguments {
        if words.contains(ProfileSetting.key) { return profiles(words, index, word) }
        let definition = words.lazy.compactMap { word in
            SettingDefinition.all.first { $0.key == word }
        }.first
        return definition?.choices ?? []
    }

    private static func metricNames(_ context: CommandContext) async throws -> Arguments {
        try await reply(context, Insights.metrics, Insights.MetricsRequest()).metrics.map(\.metric)
    }

    private static func activityNames(
        _ context: CommandContext, reminders: Bool
    ) async throws -> Arguments {
        let request = Activities.ListRequest(reminders: reminders)
        return try await reply(context, Activities.list, request).activities.map(\.name)
    }

    private static func reply<Request, Reply>(
        _ context: CommandContext, _ method: Method<Request, Reply>, _ request: Request
    ) async throws -> Reply {
        try await context.bus().call(method, request, context.options(timeout: timeout))
    }

    private static func names(
        _ list: @escaping @Sendable (CommandContext) async throws -> [String]
    ) -> Source {
        { words, _, _ in
            let environment = ProcessInfo.processInfo.environment
            // The last word is incomplete.
            let words = Array(words.dropLast())
            let home = value(of: "--home", in: words)
            let context = try? CommandContext(
                home: home, profile: value(of: "--profile", in: words),
                remote: RemoteAddress(
                    address: value(of: "--remote", in: words),
                    keyFile: value(of: "--key-file", in: words), home: home, environment),
                output: Output(isJSON: false, environment: environment), environment: environment,
                isSequential: true)
            guard let context else { return [] }
            // The parser's callback is synchronous and runs on the main thread, which may block.
            let names = Names()
            let isDone = DispatchSemaphore(value: 0)
            Task.detached {
                // A failed call has no candidates.
                let list = (try? await list(context)) ?? []
                names.list.withLock { $0 = list }
                isDone.signal()
            }
            isDone.wait()
            return names.list.withLock { $0 }
        }
    }

    private final class Names: Sendable {
        let list = Mutex<[String]>([])
    }

    /// The value of an option among the words; nil if it is absent.
    private static func value(of option: String, in words: [String]) -> String? {
        if let joined = words.first(where: { $0.hasPrefix(option + "=") }) {
            return String(joined.dropFirst(option.count + 1))
        }
        guard let index = words.firstIndex(of: option), index + 1 < words.count else { return nil }
        return words[index + 1]
    }
}
