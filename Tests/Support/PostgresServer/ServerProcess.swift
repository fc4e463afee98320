import Foundation
import Synchronization

/// A process whose output is collected. A thread waits for its end; the kernel ends the process with that
/// thread, and so with this process.
final class ServerProcess: @unchecked Sendable {
    // Unchecked: the process is started on its thread before the first use of the others, and only its
    // number and status are read afterwards.
    private let process = Process()
    private let text = Mutex("")
    private let hasStarted = DispatchSemaphore(value: 0)
    private let isReady = DispatchSemaphore(value: 0)
    private let hasEnded = DispatchSemaphore(value: 0)
    private let failure = Mutex<(any Error)?>(nil)

    /// A standby accepts read-only connections.
    private static let readyMark = "ready to accept "

    init(_ command: [String]) {
        process.executableURL = URL(filePath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = URL(filePath: "/")
    }

    func start() throws {
        let pipe = Pipe()
        process.standardOutput = pipe
        process.standardError = pipe
        process.standardInput = FileHandle.nullDevice
        Thread { [self] in
            do {
                try process.run()
            } catch {
                failure.withLock { $0 = error }
            }
            hasStarted.signal()
            guard process.isRunning || failure.withLock({ $0 == nil }) else { return }
            collect(pipe.fileHandleForReading)
            process.waitUntilExit()
            isReady.signal()
            hasEnded.signal()
        }.start()
        hasStarted.wait()
        if let error = failure.withLock({ $0 }) { throw error }
    }

    private func collect(_ handle: FileHandle) {
        while case let data = handle.availableData, !data.isEmpty {
            let hasMark = text.withLock { text in
                text += String(decoding: data, as: UTF8.self)
                return text.contains(Self.readyMark)
            }
            if hasMark { isReady.signal() }
        }
    }

    /// Waits until the server accepts connections; false if it has ended instead.
    func waitUntilReady() -> Bool {
        isReady.wait()
        return output.contains(Self.readyMark)
    }

    func waitUntilExit() {
        hasEnded.wait()
        hasEnded.signal()
    }

    /// Sends a signal and waits for the end of the process.
    func end(_ signal: Int32) {
        kill(process.processIdentifier, signal)
        waitUntilExit()
    }

    var pid: Int32 { process.processIdentifier }
    var status: Int32 { process.terminationStatus }
    var output: String { text.withLock { $0 } }
}
