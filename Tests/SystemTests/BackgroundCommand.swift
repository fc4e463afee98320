import Foundation
import Testing

/// A program that goes on until it is ended, with the lines that it has written so far.
final class BackgroundCommand {
    private let process: Process
    private let file: String

    convenience init(_ system: DaylineSystem, _ arguments: String...) throws {
        try self.init(
            "\(DaylineSystem.programs)/dayline", ["--home", system.home] + arguments)
    }

    init(_ program: String, _ arguments: [String], variables: [String: String] = [:]) throws {
        file = NSTemporaryDirectory() + "dl-lines-" + UUID().uuidString
        try #require(FileManager.default.createFile(atPath: file, contents: nil))
        process = DaylineSystem.process(program, arguments, variables: variables)
        process.standardOutput = try FileHandle(forWritingTo: URL(filePath: file))
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    /// Complete lines.
    var lines: [String] {
        get throws {
            let text = try String(contentsOfFile: file, encoding: .utf8)
            return text.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
                .map(String.init)
        }
    }

    /// Returns the lines once `isEnough` holds for them, and in any case after a minute.
    func lines(until isEnough: ([String]) -> Bool) throws -> [String] {
        let end = Date.now.addingTimeInterval(60)
        while try process.isRunning && !isEnough(lines) && Date.now < end {
            Thread.sleep(forTimeInterval: 0.02)
        }
        return try lines
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
        try? FileManager.default.removeItem(atPath: file)
    }
}
