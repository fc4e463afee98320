import CLinux
import Glibc
import Logging
import RPC
import ZeroMQ

/// The standard output and standard error of an importer, read through a pipe.
///
/// A line can have values of the imported file. The lines are log records at the level debug only, and
/// the newest are in the failure of an import whose importer ended early.
final class ImporterOutput: Sendable {
    private let importer: String
    private let loop: Loop
    private let logger: Logger
    private let state: LoopBound<State>

    private struct State {
        /// The reading end; -1 after the end of the output.
        var descriptor: Int32
        var source: LoopSource?
        var lines = OutputLines()
        var rate = RecordRate()
    }

    /// Bytes read before other sources of the loop are served.
    private static let turnLimit = 16 << 10
    /// Number of reads for the rest of the output, which more than empty a pipe of 64 KiB.
    private static let restReads = 16

    private init(of importer: String, descriptor: Int32, loop: Loop, logger: Logger) {
        self.importer = importer
        self.loop = loop
        self.logger = logger
        state = LoopBound(State(descriptor: descriptor), on: loop)
    }

    /// Opens the output of an importer, and reads it until its end.
    /// - Returns: The output, and the writing end of the pipe, which the caller closes.
    static func open(
        of importer: String, loop: Loop, logger: Logger
    ) throws(Status) -> (ImporterOutput, writingEnd: Int32) {
        var ends: [Int32] = [-1, -1]
        guard dayline_pipe(&ends) == 0 else {
            throw Status(
                .resourceExhausted, "The importer's output has no pipe (error \(errno)).")
        }
        let output = ImporterOutput(
            of: importer, descriptor: ends[0], loop: loop, logger: logger)
        loop.post { output.watch() }
        return (output, ends[1])
    }

    /// The newest lines, oldest first, with the rest of the output of an importer that has ended.
    func newestLines() async -> [String] {
        let lines = try? await loop.run {
            var reads = 0
            while reads < Self.restReads, self.read() { reads += 1 }
            return self.state.with { state in
                self.log(state.lines.end(), &state.rate)
                return state.lines.newest
            }
        }
        return lines ?? []
    }

    private func watch() {
        state.with { state in
            guard state.descriptor >= 0 else { return }
            do {
                state.source = try loop.watch(state.descriptor) {
                    _ = self.read()
                    return false
                }
            } catch {
                // The importer gets an error instead of blocking at a full pipe.
                close(state.descriptor)
                state.descriptor = -1
            }
        }
    }

    /// Reads once.
    /// - Returns: False if there is nothing more to read at present.
    private func read() -> Bool {
        state.with { state in
            guard state.descriptor >= 0 else { return false }
            var bytes = [UInt8](repeating: 0, count: Self.turnLimit)
            let count = Glibc.read(state.descriptor, &bytes, bytes.count)
            if count > 0 {
                log(state.lines.append(bytes[..<count]), &state.rate)
                return true
            }
            if count == 0 || (errno != EINTR && errno != EAGAIN) { end(&state) }
            return false
        }
    }

    private func end(_ state: inout State) {
        if let source = state.source.take() { loop.unwatch(source) }
        close(state.descriptor)
        state.descriptor = -1
        log(state.lines.end(), &state.rate)
        if state.rate.omitted > 0 {
            logger.debug(
                "\(state.rate.omitted) lines were omitted.", metadata: ["importer": "\(importer)"])
        }
    }

    private func log(_ lines: [String], _ rate: inout RecordRate) {
        guard logger.logLevel <= .debug else { return }
        for line in lines where rate.isAllowed(at: .now) {
            logger.debug("\(line)", metadata: ["importer": "\(importer)"])
        }
    }
}
