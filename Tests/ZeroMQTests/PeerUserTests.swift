import Foundation
import Testing
import ZeroMQ

/// Connections of other users to a socket in a folder that is open to them.
@Suite(.timeLimit(.minutes(1)))
struct PeerUserTests {
    /// Connects and prints the number of bytes of the greeting.
    private static let client = """
        import socket, sys
        peer = socket.socket(socket.AF_UNIX)
        peer.settimeout(5)
        peer.connect(sys.argv[1])
        print(len(peer.recv(64)))
        """

    @Test(.enabled(if: geteuid() == 0, "another user needs privileges"), arguments: [0, 65534])
    func `only processes of the own user are served`(user: Int) async throws {
        let folder = NSTemporaryDirectory() + "dl-" + UUID().uuidString.prefix(8)
        try FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: false,
            attributes: [.posixPermissions: 0o755])
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = "\(folder)/a.sock"
        let loop = try Loop()
        let bound = try await loop.run {
            let socket = try Socket(
                .router, context: loop.context, maximumFrameBytes: 1024, queueLength: 10)
            try socket.acceptOnlyOwnUser()
            try socket.bind("ipc://\(path)")
            return LoopBound(socket, on: loop)
        }
        chmod(path, 0o777)

        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/setpriv")
        process.arguments = [
            "--reuid", "\(user)", "--clear-groups", "/usr/bin/python3", "-c", Self.client, path,
        ]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        process.waitUntilExit()
        let text = String(
            decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)

        #expect((Int(text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0 > 0) == (user == 0))
        try await loop.run { bound.with { _ in } }
        withExtendedLifetime(bound) {}
    }
}
