import Foundation

/// A program that goes on until it is ended, with the lines that it has written so far.
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
        // The end of its output is told when nobody else can write.
        try? pipe.fileHandleForWriting.close()
    }

    /// Complete lines that have come.
    var lines: [String] {
        while hasMore(within: .zero) {}
        let text = String(decoding: output, as: UTF8.self)
        return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }

    /// Returns the lines once `isEnough` holds for them or the program has ended, and in any case
    /// after a minute.
    func lines(until isEnough: ([String]) -> Bool) -> [String] {
        let end = ContinuousClock.now + .seconds(60)
        while !isEnough(lines), hasMore(within: ContinuousClock.now.duration(to: end)) {}
        return lines
    }

    /// Takes in what has come, and waits for it if it has to; false when nothing came.
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

    /// Ends it at once, as if it had crashed.
    func kill() {
        guard process.isRunning else { return }
        // With whatever it has started: Foundation gives each process a group of its own.
        Foundation.kill(-process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    deinit {
        kill()
    }
}
