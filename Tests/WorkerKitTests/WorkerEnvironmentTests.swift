import Contracts
import Glibc
import HostFiles
import Logging
import RPC
import Testing
import ZeroMQTransport

@testable import WorkerKit

struct WorkerEnvironmentTests {
    static let complete = [
        "DAYLINE_HOME": "/home/ada/days", "DAYLINE_RUN": "/run/user/1/d",
        "DAYLINE_BUS": "ipc:///run/user/1/d/bus.sock", "DAYLINE_WORKER": "aggregation-2",
        "DAYLINE_INSTANCE": "aggregation-2.1.f00", "DAYLINE_CAPACITY": "32",
        "DAYLINE_LOG_LEVEL": "debug", "DAYLINE_SUPERVISOR_FD": "3",
    ]

    @Test
    func `a process reads its settings from the environment`() throws {
        let environment = try WorkerEnvironment(Self.complete)

        #expect(environment.home == Home(folder: "/home/ada/days", runFolder: "/run/user/1/d"))
        #expect(environment.bus.path == "/run/user/1/d/bus.sock")
        #expect(environment.name == "aggregation-2")
        #expect(environment.instance == "aggregation-2.1.f00")
        #expect(environment.capacity == 32)
        #expect(environment.logger.logLevel == .debug)
        #expect(environment.supervisor == 3)
    }

    @Test
    func `a token is read from its descriptor, which is then closed`() throws {
        var ends: [Int32] = [-1, -1]
        try #require(pipe(&ends) == 0)
        write(ends[1], "00ff00ff00ff00ff", 16)
        close(ends[1])
        var variables = Self.complete
        variables["DAYLINE_TOKEN_FD"] = "\(ends[0])"

        let environment = try WorkerEnvironment(variables)

        #expect(environment.token == "00ff00ff00ff00ff")
        #expect(fcntl(ends[0], F_GETFD) == -1)
        #expect(try WorkerEnvironment(Self.complete).token == nil)
    }

    @Test
    func `optional variables have defaults`() throws {
        var variables = Self.complete
        for name in ["DAYLINE_CAPACITY", "DAYLINE_LOG_LEVEL", "DAYLINE_SUPERVISOR_FD"] {
            variables[name] = nil
        }

        let environment = try WorkerEnvironment(variables)

        #expect(environment.capacity == nil)
        #expect(environment.logger.logLevel == .info)
        #expect(environment.supervisor == nil)
    }

    @Test(arguments: [
        ("DAYLINE_HOME", nil), ("DAYLINE_RUN", nil), ("DAYLINE_BUS", ""), ("DAYLINE_WORKER", nil),
        ("DAYLINE_INSTANCE", nil), ("DAYLINE_CAPACITY", "many"), ("DAYLINE_CAPACITY", "0"),
        ("DAYLINE_SUPERVISOR_FD", "2"), ("DAYLINE_SUPERVISOR_FD", "-1"),
    ])
    func `an error names the missing or invalid variable`(name: String, value: String?) {
        var variables = Self.complete
        variables[name] = value

        let error = #expect(throws: Status.self) { try WorkerEnvironment(variables) }

        #expect(error?.message.contains(name) == true)
    }
}

struct WorkerHandshakeTests {
    @Test(arguments: [
        WorkerHandshake.Report.ready, .failed("The disk is full."), .failed(""),
        .preparing("the database is brought to another version"),
    ])
    func `a report is unchanged by formatting and parsing`(report: WorkerHandshake.Report) {
        #expect(WorkerHandshake.Report(line: report.line) == report)
    }

    @Test
    func `a reason of several lines is formatted as one line`() {
        #expect(WorkerHandshake.Report.failed("one\ntwo").line == "failed one two")
    }

    @Test(arguments: ["", "ready ", "Ready", "failed", "drain"])
    func `a malformed line is not parsed as a report`(line: String) {
        #expect(WorkerHandshake.Report(line: line) == nil)
    }

    @Test
    func `lines are complete regardless of the chunks of bytes`() {
        let text = "ready\n\nfailed x\npart"
        for size in 1...text.utf8.count {
            var buffer = LineBuffer()
            var lines: [String] = []
            var rest = Array(text.utf8)[...]
            while !rest.isEmpty {
                lines += buffer.lines(adding: rest.prefix(size))
                rest = rest.dropFirst(size)
            }

            #expect(lines == ["ready", "", "failed x"], "\(size) bytes at a time")
        }
    }

    @Test(arguments: [(4096, true), (4097, false)])
    func `a line above the limit is dropped completely, and the next is kept`(
        length: Int, isKept: Bool
    ) {
        var buffer = LineBuffer()
        let long = String(repeating: "x", count: length)

        let lines = buffer.lines(adding: "\(long)\nready\n".utf8)

        #expect(lines == (isKept ? [long, "ready"] : ["ready"]))
    }
}
