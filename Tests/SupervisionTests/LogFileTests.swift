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
    func `a full file makes way, and only the newest three stay`() throws {
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
    func `a log is for its owner alone, and is continued`() throws {
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
    let house: SupervisedHome

    init() throws {
        house = try SupervisedHome()
    }

    @Test
    func `a home has one supervisor at a time, and it is known which`() throws {
        #expect(HomeLock.holder(of: house.home) == nil)
        var lock: HomeLock? = try HomeLock(house.home)

        #expect(HomeLock.holder(of: house.home) == .running(pid: getpid()))
        #expect(throws: HomeLockError.alreadyLocked(pid: getpid())) { try HomeLock(house.home) }

        withExtendedLifetime(lock) {}
        lock = nil
        #expect(HomeLock.holder(of: house.home) == nil)
        _ = try HomeLock(house.home)
    }

    @Test
    func `a supervisor that is about to end is waited for, for a while`() async throws {
        var first: HomeLock? = try HomeLock(house.home)
        try first?.markEnding(house.home)
        #expect(HomeLock.holder(of: house.home) == .transitional)
        #expect(throws: HomeLockError.alreadyLocked(pid: nil)) {
            try HomeLock(house.home, timeout: .milliseconds(1))
        }

        let home = house.home
        let second = Task.detached { try HomeLock(home, timeout: .seconds(20)) }
        first = nil

        let lock = try await second.value
        #expect(HomeLock.holder(of: house.home) == .running(pid: getpid()))
        withExtendedLifetime(lock) {}
    }

    @Test
    func `a number left by a supervisor that was killed means nothing`() throws {
        try Files.writeAtomically(Array("1\n".utf8), to: house.home.lock)

        #expect(HomeLock.holder(of: house.home) == nil)
        _ = try HomeLock(house.home)
    }
}

struct SupervisorSettingsTests {
    let house: SupervisedHome

    init() throws {
        house = try SupervisedHome()
    }

    @Test
    func `settings are read as they were written, and may be missing`() throws {
        #expect(try SupervisorSettings.read(house.home) == SupervisorSettings())
        let settings = SupervisorSettings(counts: ["aggregation": 7])

        try settings.write(to: house.home)

        #expect(try SupervisorSettings.read(house.home) == settings)
    }

    @Test(arguments: [
        "{", "[]", "{\"counts\": 3}", "{\"counts\": {\"aggregation\": 0}}",
        "{\"counts\": {\"aggregation\": 65}}", "{\"counts\": {\"aggregation\": \"2\"}}",
    ])
    func `settings that make no sense are refused by the name of their file`(text: String) throws {
        try Files.writeAtomically(Array(text.utf8), to: house.home.settings)

        let error = #expect(throws: (any Error).self) { try SupervisorSettings.read(house.home) }

        #expect("\(try #require(error))".contains(house.home.settings))
    }
}
