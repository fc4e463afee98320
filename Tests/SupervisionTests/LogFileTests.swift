import Glibc
import HostFiles
import Testing

@testable import Supervision

struct LogFileTests {
    let fixture: SupervisedHome

    init() throws {
        fixture = try SupervisedHome()
    }

    @Test
    func `a full log is rotated, and three files remain`() throws {
        let path = "\(fixture.home.logFolder)/test.log"
        let log = try LogFile(path, sizeLimit: 10)

        for number in 1...9 { append("line \(number)\n", to: log) }

        #expect(
            Files.names(in: fixture.home.logFolder) == ["test.log", "test.log.1", "test.log.2"])
        #expect(try Files.read(path) == Array("line 9\n".utf8))
        #expect(LogFile.tail(of: path, lines: 100) == ["line 7", "line 8", "line 9"])
        #expect(LogFile.tail(of: path, lines: 2) == ["line 8", "line 9"])
    }

    @Test
    func `a log is private and is appended to when opened again`() throws {
        let path = "\(fixture.home.logFolder)/test.log"
        append("one\n", to: try LogFile(path))
        append("two\n", to: try LogFile(path))

        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        #expect(LogFile.tail(of: path, lines: 10) == ["one", "two"])
        #expect(LogFile.tail(of: "\(path).none", lines: 10) == [])
    }

    private func append(_ text: String, to log: LogFile) {
        Array(text.utf8).withUnsafeBytes { log.append($0) }
    }
}

struct HomeLockTests {
    let fixture: SupervisedHome

    init() throws {
        fixture = try SupervisedHome()
    }

    @Test
    func `a home has one supervisor at a time, with a known process ID`() throws {
        #expect(HomeLock.holder(of: fixture.home) == nil)
        var lock: HomeLock? = try HomeLock(fixture.home)

        #expect(HomeLock.holder(of: fixture.home) == .running(pid: getpid()))
        #expect(throws: HomeLockError.alreadyLocked(pid: getpid())) { try HomeLock(fixture.home) }

        withExtendedLifetime(lock) {}
        lock = nil
        #expect(HomeLock.holder(of: fixture.home) == nil)
        _ = try HomeLock(fixture.home)
    }

    @Test
    func `the lock waits for a supervisor that is stopping until the timeout`() async throws {
        var first: HomeLock? = try HomeLock(fixture.home)
        try first?.markEnding(fixture.home)
        #expect(HomeLock.holder(of: fixture.home) == .transitional)
        #expect(throws: HomeLockError.alreadyLocked(pid: nil)) {
            try HomeLock(fixture.home, timeout: .milliseconds(1))
        }

        let home = fixture.home
        let second = Task.detached { try HomeLock(home, timeout: .seconds(20)) }
        first = nil

        let lock = try await second.value
        #expect(HomeLock.holder(of: fixture.home) == .running(pid: getpid()))
        withExtendedLifetime(lock) {}
    }

    @Test
    func `a process ID left by a killed supervisor is ignored`() throws {
        try Files.writeAtomically(Array("1\n".utf8), to: fixture.home.lock)

        #expect(HomeLock.holder(of: fixture.home) == nil)
        _ = try HomeLock(fixture.home)
    }
}

struct SupervisorSettingsTests {
    let fixture: SupervisedHome

    init() throws {
        fixture = try SupervisedHome()
    }

    @Test
    func `settings are read back unchanged and may be missing`() throws {
        #expect(try SupervisorSettings.read(fixture.home) == SupervisorSettings())
        let settings = SupervisorSettings(counts: ["aggregation": 7])

        try settings.write(to: fixture.home)

        #expect(try SupervisorSettings.read(fixture.home) == settings)
    }

    @Test(arguments: [
        "{", "[]", "{\"counts\": 3}", "{\"counts\": {\"aggregation\": 0}}",
        "{\"counts\": {\"aggregation\": 65}}", "{\"counts\": {\"aggregation\": \"2\"}}",
    ])
    func `invalid settings are rejected with the path of the file`(text: String) throws {
        try Files.writeAtomically(Array(text.utf8), to: fixture.home.settings)

        let error = #expect(throws: (any Error).self) { try SupervisorSettings.read(fixture.home) }

        #expect("\(try #require(error))".contains(fixture.home.settings))
    }
}
