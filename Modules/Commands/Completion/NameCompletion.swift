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

    static func services(_ words: Arguments, _: Int, _: String) -> Arguments {
        names(words) { try await NameSuggestions(ServiceCatalog($0).services).services }
    }

    static func methods(_ words: Arguments, _: Int, _: String) -> Arguments {
        names(words) { try await NameSuggestions(ServiceCatalog($0).services).methods }
    }

    static func workers(_ words: Arguments, _: Int, _: String) -> Arguments {
        names(words) { context in
            let status = try await context.supervisor().call(
                Control.status, Empty(), context.options(timeout: timeout))
            return status.workers.map(\.name)
        }
    }

    static func profiles(_ words: Arguments, _: Int, _: String) -> Arguments {
        names(words) { try await reply($0, Profiles.list, Empty()).profiles.map(\.name) }
    }

    static func metrics(_ words: Arguments, _: Int, _: String) -> Arguments {
        names(words, metrics)
    }

    static func activities(_ words: Arguments, _: Int, _: String) -> Arguments {
        names(words) { try await activities($0, reminders: false) }
    }

    static func reminders(_ words: Arguments, _: Int, _: String) -> Arguments {
        names(words) { try await activities($0, reminders: true) }
    }

    /// Metrics and activities.
    static func trends(_ words: Arguments, _: Int, _: String) -> Arguments {
        names(words) { try await metrics($0) + activities($0, reminders: false) }
    }

    static func categories(_ words: Arguments, _: Int, _: String) -> Arguments {
        names(words) { try await reply($0, Categories.list, Empty()).categories.map(\.name) }
    }

    static func goals(_ words: Arguments, _: Int, _: String) -> Arguments {
        names(words) { try await reply($0, Goals.list, Goals.ListRequest()).goals.map(\.title) }
    }

    static func templates(_ words: Arguments, _: Int, _: String) -> Arguments {
        names(words) { try await reply($0, Templates.list, Empty()).templates.map(\.name) }
    }

    static func importers(_ words: Arguments, _: Int, _: String) -> Arguments {
        names(words) { try await reply($0, Imports.importers, Empty()).plugins.map(\.name) }
    }

    static func settings(_: Arguments, _: Int, _: String) -> Arguments {
        SettingDefinition.all.map(\.key)
    }

    /// The allowed values of the setting that precedes the word.
    static func settingValues(_ words: Arguments, _: Int, _: String) -> Arguments {
        let definition = words.lazy.compactMap { word in
            SettingDefinition.all.first { $0.key == word }
        }.first
        return definition?.allowed ?? []
    }

    private static func metrics(_ context: CommandContext) async throws -> Arguments {
        try await reply(context, Insights.metrics, Insights.MetricsRequest()).metrics.map(\.metric)
    }

    private static func activities(_ context: CommandContext, reminders: Bool) async throws
        -> Arguments
    {
        let request = Activities.ListRequest(reminders: reminders)
        return try await reply(context, Activities.list, request).activities.map(\.name)
    }

    private static func reply<Request, Reply>(
        _ context: CommandContext, _ method: Method<Request, Reply>, _ request: Request
    ) async throws -> Reply {
        try await context.bus().call(method, request, context.options(timeout: timeout))
    }

    private static func names(
        _ words: [String], _ list: @escaping @Sendable (CommandContext) async throws -> [String]
    ) -> [String] {
        let environment = ProcessInfo.processInfo.environment
        // The last word is incomplete.
        let words = Array(words.dropLast())
        let context = try? CommandContext(
            home: value(of: "--home", in: words), profile: value(of: "--profile", in: words),
            output: Output(isJSON: false, environment: environment), environment: environment)
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
