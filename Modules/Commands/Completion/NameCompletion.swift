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

    static let profiles = names(Profiles.list) { $0.profiles.map(\.name) }

    static let tokens = names(WebAccess.tokens) { $0.tokens.map(\.name) }

    static let keys = names(BusKeys.list) { $0.keys.map(\.name) }

    static let feeds = names(WebAccess.feeds) { $0.feeds.map(\.name) }

    static let channels = names(Notifications.list) { $0.channels.map(\.name) }

    static let metrics = names(metricNames)

    static let activities = names { try await activityNames($0, reminders: false) }

    static let reminders = names { try await activityNames($0, reminders: true) }

    /// Metrics and activities.
    static let trends = names { try await metricNames($0) + activityNames($0, reminders: false) }

    static let categories = names(Categories.list) { $0.categories.map(\.name) }

    static let goals = names {
        try await reply($0, Goals.list, Goals.ListRequest()).goals.map(\.title)
    }

    static let exercises = names(Training.exercises) { $0.exercises.map(\.name) }

    static let trainingPlans = names(Training.plans) { $0.plans.map(\.name) }

    static let templates = names(Templates.list) { $0.templates.map(\.name) }

    static let importers = names(Imports.importers) { $0.plugins.map(\.name) }

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

    /// The names in the response of a method.
    private static func names<Reply>(
        _ method: Method<Empty, Reply>, _ list: @escaping @Sendable (Reply) -> [String]
    ) -> Source {
        names { list(try await reply($0, method, Empty())) }
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
