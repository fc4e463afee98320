import Foundation

/// A running program with the lines that it has written so far.
final class BackgroundCommand {
    private let process: Process
    private let pipe = Pipe()
    private var output: [UInt8] = []
    private var isOver = false

    convenience init(_ system: DaylineSystem, _ arguments: String...) throws {
        try self.init(
            "\(DaylineSystem.programs)/dayline", ["--home", system.home] + arguments)
    }

    init(_ program: String, _ arguments: [String], variables: [String: String] = [:]) throws {
        process = DaylineSystem.process(program, arguments, variables: variables)
        process.standardOutput = pipe
        process.standardError = FileHandle.nullDevice
        try process.run()
        // The reading end sees the end of file once no process has the writing end open.
        try? pipe.fileHandleForWriting.close()
    }

    /// The complete lines received so far.
    var lines: [String] {
        while hasMore(within: .zero) {}
        let text = String(decoding: output, as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }

    /// Returns the lines once `isEnough` is true for them or the program has ended, at the latest after
    /// a minute.
    func lines(until isEnough: ([String]) -> Bool) -> [String] {
        let end = ContinuousClock.now + .seconds(60)
        while !isEnough(lines), hasMore(within: ContinuousClock.now.duration(to: end)) {}
        return lines
    }

    /// Reads available output, waiting up to `time`. False if nothing was read.
    private func hasMore(within time: Duration) -> Bool {
        let reading = pipe.fileHandleForReading.fileDescriptor
        var entry = pollfd(fd: reading, events: Int16(POLLIN), revents: 0)
        guard !isOver, poll(&entry, 1, Int32(max(.zero, time) / .milliseconds(1))) == 1 else {
            return false
        }
        var block = [UInt8](repeating: 0, count: 1 << 16)
        let count = read(reading, &block, block.count)
        isOver = count <= 0
        output += block.prefix(max(count, 0))
        return !isOver
    }

    /// Kills the program, as in a crash.
    func kill() {
        guard process.isRunning else { return }
        // Foundation gives each process its own process group: its children are killed too.
        Foundation.kill(-process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit {
        kill()
    }
}
