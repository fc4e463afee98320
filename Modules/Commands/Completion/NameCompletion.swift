import Contracts
import Dispatch
import FoundationEssentials
import RPC
import Synchronization

/// What the shell offers while a name is typed: names that the running system knows. Without one there
/// is nothing to offer.
enum NameCompletion {
    /// A person waits for it with a key still down.
    private static let timeout = Duration.seconds(1)

    typealias Arguments = [String]

    static func services(_ words: Arguments, _: Int, _: String) -> Arguments {
        names(words) { try await NameSuggestions(ServiceCatalog($0).services).services }
    }

    static func methods(_ words: Arguments, _: Int, _: String) -> Arguments {
        names(words) { try await NameSuggestions(ServiceCatalog($0).services).methods }
    }

    static func workers(_ words: Arguments, _: Int, _: String) -> Arguments {
        names(words) { session in
            let status = try await session.supervisor().call(
                Control.status, Empty(), session.options(timeout: timeout))
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

    /// What has a trend.
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

    /// The values that are allowed for the setting that was typed before.
    static func settingValues(_ words: Arguments, _: Int, _: String) -> Arguments {
        let definition = words.lazy.compactMap { word in
            SettingDefinition.all.first { $0.key == word }
        }.first
        return definition?.allowed ?? []
    }

    private static func metrics(_ session: CommandContext) async throws -> Arguments {
        try await reply(session, Insights.metrics, Insights.MetricsRequest()).metrics.map(\.metric)
    }

    private static func activities(_ session: CommandContext, reminders: Bool) async throws
        -> Arguments
    {
        let ask = Activities.ListRequest(reminders: reminders)
        return try await reply(session, Activities.list, ask).activities.map(\.name)
    }

    private static func reply<Request, Reply>(
        _ session: CommandContext, _ method: Method<Request, Reply>, _ request: Request
    ) async throws -> Reply {
        try await session.bus().call(method, request, session.options(timeout: timeout))
    }

    private static func names(
        _ words: [String], _ list: @escaping @Sendable (CommandContext) async throws -> [String]
    ) -> [String] {
        let environment = ProcessInfo.processInfo.environment
        // The last word is being typed.
        let words = Array(words.dropLast())
        let session = try? CommandContext(
            home: value(of: "--home", in: words), profile: value(of: "--profile", in: words),
            output: Output(isJSON: false, environment: environment), environment: environment)
        guard let session else { return [] }
        // The parser asks on the main thread, which has nothing else to do, and takes no waiting.
        let names = Names()
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            // What cannot be asked now cannot be offered.
            let list = (try? await list(session)) ?? []
            names.list.withLock { $0 = list }
            isDone.signal()
        }
        isDone.wait()
        return names.list.withLock { $0 }
    }

    private final class Names: Sendable {
        let list = Mutex<[String]>([])
    }

    /// What was typed for an option before the word that is completed.
    private static func value(of option: String, in words: [String]) -> String? {
        if let joined = words.first(where: { $0.hasPrefix(option + "=") }) {
            return String(joined.dropFirst(option.count + 1))
        }
        guard let index = words.firstIndex(of: option), index + 1 < words.count else { return nil }
        return words[index + 1]
    }
}
