import Contracts
import HostFiles
import RPC
import Synchronization

/// The settings of the web app, in a file that only its owner can read.
final class WebSettingsStore: Sendable {
    private struct State {
        var settings: WebSettings
        /// The streams that end with the next change.
        var waiting: [AsyncStream<Void>.Continuation] = []
    }

    private let path: String
    private let state: Mutex<State>

    /// - Throws: A `Status` with the path if the file exists and is invalid.
    init(path: String) throws {
        self.path = path
        guard let bytes = try Files.readIfPresent(path, limit: 1 << 16) else {
            state = Mutex(State(settings: WebSettings()))
            return
        }
        do {
            let message = try JSONBody.decode(WebAccess.Settings.self, from: Bytes(bytes))
            state = Mutex(State(settings: try WebSettings(message)))
        } catch {
            throw Status(
                .failedPrecondition,
                "\(path) has no valid settings of the web app. \(Status(describing: error).message)",
                hint: "Correct the file, or remove it for the default settings.")
        }
    }

    var current: WebSettings { state.withLock { $0.settings } }

    /// A stream without elements that ends when the settings change.
    func untilChange() -> AsyncStream<Void> {
        let (stream, continuation) = AsyncStream.makeStream(of: Void.self)
        state.withLock { $0.waiting.append(continuation) }
        return stream
    }

    /// Stores settings.
    func set(_ settings: WebSettings) throws {
        let bytes = try JSONBody.encode(settings.message).array(of: UInt8.self)
        let waiting = try state.withLock { state in
            try Files.writeAtomically(bytes, to: path)
            state.settings = settings
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.finish() }
    }
}
