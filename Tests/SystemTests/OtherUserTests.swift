import Foundation
import Testing

/// The sockets of a system whose folders were opened to other users.
@Suite struct OtherUserTests {
    /// Connects to sockets and prints the number of bytes that each sends. A socket of libzmq sends its
    /// greeting at once.
    private static let client = """
        import socket, sys
        for path in sys.argv[1:]:
            peer = socket.socket(socket.AF_UNIX)
            peer.settimeout(10)
            peer.connect(path)
            try:
                print(len(peer.recv(64)))
            except ConnectionError:
                print(0)
        """

    @Test(.enabled(if: geteuid() == 0, "another user needs privileges"), arguments: [0, 65534])
    func `each socket serves only processes of the user of the system`(user: Int) throws {
        let system = try DaylineSystem()
        let folder = "\(system.home)/run"
        let sockets = try FileManager.default.contentsOfDirectory(atPath: folder)
            .filter { $0.hasSuffix(".sock") }.map { "\(folder)/\($0)" }
        for path in [system.home, folder] { chmod(path, 0o755) }
        for path in sockets { chmod(path, 0o777) }

        let outcome = try DaylineSystem.run(
            "/usr/bin/setpriv",
            ["--reuid=\(user)", "--clear-groups", "/usr/bin/python3", "-c", Self.client] + sockets)

        let counts = outcome.output.split(separator: "\n").compactMap { Int($0) }
        #expect(sockets.count > 2)
        #expect(counts.count == sockets.count, "\(outcome.errors)")
        #expect(counts.allSatisfy { ($0 > 0) == (user == 0) }, "\(counts)")
    }
}
