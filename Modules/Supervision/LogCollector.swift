import CLinux
import Glibc
import HostFiles
import ZeroMQ

/// Writes the output of processes to their logs on a separate thread, so that a slow disk does not delay
/// the supervisor.
final class LogCollector: Sendable {
    private let folder: String
    private let format: LogFormat
    private let loop: Loop
    private let state: LoopBound<State>

    private struct State {
        /// By process name. A file stays open for the next run of its process.
        var files: [String: LogFile] = [:]
        var sources: [Int32: LoopSource] = [:]
        /// The beginning of a line of a process, by descriptor, in the format JSON.
        var partial: [Int32: [UInt8]] = [:]
    }

    /// Bytes read from one process before the others are served.
    private static let turnLimit = 64 << 10

    /// In the format JSON, a line other than a JSON object is written as the message of a record.
    init(_ home: Home, format: LogFormat = .text) throws {
        self.format = format
        folder = home.logFolder
        loop = try Loop()
        state = LoopBound(State(), on: loop)
    }

    static func path(of name: String, in home: Home) -> String {
        "\(home.logFolder)/\(name).log"
    }

    /// Opens a pipe whose bytes are appended to the log `name` until every writer has closed it.
    /// - Returns: The writing end, which the caller closes.
    func open(_ name: String) throws(HostFileError) -> Int32 {
        var ends: [Int32] = [-1, -1]
        guard dayline_pipe(&ends) == 0 else {
            throw .system(operation: "open a pipe for", path: name, code: errno)
        }
        let reading = ends[0]
        loop.post { self.watchOutput(reading, for: name) }
        return ends[1]
    }

    /// Appends a record of the supervisor.
    func append(_ bytes: [UInt8], to name: String) {
        loop.post { self.write(bytes[...], to: name) }
    }

    /// Empties the open logs and removes all others.
    func clear() async throws {
        try await withCheckedThrowingContinuation { continuation in
            loop.post { continuation.resume(with: Result { try self.clearFiles() }) }
        }
    }

    private func clearFiles() throws {
        try state.with { state in
            let open = Set(state.files.keys.map { "\($0).log" })
            for file in state.files.values { try file.clear() }
            for name in Files.names(in: folder) where !open.contains(name) {
                unlink("\(folder)/\(name)")
            }
        }
    }

    /// Ends the thread after pending records are written.
    func stop() {
        loop.stop()
    }

    private func watchOutput(_ reading: Int32, for name: String) {
        do {
            let source = try loop.watch(reading) { [weak self] in
                self?.readOutput(reading, name) ?? false
            }
            state.with { $0.sources[reading] = source }
        } catch {
            // The writer gets an error instead of blocking at a full pipe.
            close(reading)
        }
    }

    private func readOutput(_ reading: Int32, _ name: String) -> Bool {
        var bytes = [UInt8](repeating: 0, count: Self.turnLimit)
        let count = read(reading, &bytes, bytes.count)
        if count > 0 {
            write(records(bytes[..<count], of: reading, name), to: name)
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
            if let source = state.with({ $0.sources.removeValue(forKey: reading) }) {
                loop.unwatch(source)
            }
            write(records([UInt8(ascii: "\n")], of: reading, name), to: name)
            state.with { $0.partial[reading] = nil }
            close(reading)
        }
        return false
    }

    /// Output in the format of the log.
    private func records(
        _ bytes: ArraySlice<UInt8>, of reading: Int32, _ name: String
    ) -> ArraySlice<UInt8> {
        guard format == .json else { return bytes }
        return state.with { state in
            var records: [UInt8] = []
            var line = state.partial.removeValue(forKey: reading) ?? []
            for byte in bytes {
                // A line without an end is cut, so that memory is bounded.
                guard byte == UInt8(ascii: "\n") || line.count >= Self.turnLimit else {
                    line.append(byte)
                    continue
                }
                if line.first == UInt8(ascii: "{") {
                    records += line + [UInt8(ascii: "\n")]
                } else if !line.isEmpty {
                    records += LogLine.bytes(
                        level: "info", source: name, message: String(decoding: line, as: UTF8.self),
                        format: .json)
                }
                line = []
            }
            state.partial[reading] = line
            return records[...]
        }
    }

    private func write(_ bytes: ArraySlice<UInt8>, to name: String) {
        state.with { state in
            let file: LogFile
            if let open = state.files[name] {
                file = open
            } else if let opened = try? LogFile("\(folder)/\(name).log") {
                state.files[name] = opened
                file = opened
            } else {
                // The output is lost if its log cannot be opened.
                return
            }
            bytes.withUnsafeBytes { file.append($0) }
        }
    }
}
