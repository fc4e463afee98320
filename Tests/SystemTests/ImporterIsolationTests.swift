import Foundation
import Testing

/// The sockets of the system that an importer can use.
@Suite struct ImporterIsolationTests {
    /// Connects to each socket in the run folder, itself and by a process whose parent has ended, and stores
    /// a sample with the number of those that answer. A socket of libzmq sends its greeting at once.
    private static let importer = """
        #!/usr/bin/python3
        import os, socket, sys
        sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
        import dayline.importer

        def answers(path):
            with socket.socket(socket.AF_UNIX) as connection:
                connection.settimeout(10)
                connection.connect(path)
                try:
                    return connection.recv(1) != b""
                except ConnectionError:
                    return False

        def answers_orphan(path):
            ours, theirs = os.pipe()
            if os.fork() == 0:
                if os.fork() == 0:
                    os.write(theirs, b"1" if answers(path) else b"0")
                os._exit(0)
            os.close(theirs)
            return os.read(ours, 1) == b"1"

        def read(file, batches):
            paths = file.read().decode().splitlines()
            count = sum(answers(path) + answers_orphan(path) for path in paths)
            weight = batches.series("bodyMass", "kg", "Sockets")
            batches.append(weight, 1_772_323_200_000, 1_772_323_200_000, 100 + count)

        if __name__ == "__main__":
            dayline.importer.run(read)

        """

    @Test func `an importer cannot use the sockets of the system`() throws {
        let system = try DaylineSystem()
        let created = try system.json("plugins", "new", "sockets", "--language", "python")
        let folder = try #require(created["path"] as? String)
        try Data(Self.importer.utf8).write(to: URL(fileURLWithPath: "\(folder)/importer.py"))
        chmod("\(folder)/importer.py", 0o700)
        let sockets = ["bus", "control"].map { "\(system.home)/run/\($0).sock" }
        let file = "\(system.home)/list.sockets.csv"
        try Data(sockets.joined(separator: "\n").utf8).write(to: URL(fileURLWithPath: file))

        let report = try system.run("--json", "import", file).json()
        let trend = try system.json("days", "bodyMass", "--zone", "UTC")

        #expect(report["stored"] as? Int == 1)
        let days = try #require(trend["days"] as? [[String: Any]])
        #expect(days.compactMap { $0["average"] as? Double } == [100])
    }
}
