import Glibc
import HostFiles
import RPC
import TestKit
import Testing

@testable import Supervision

@Suite(.timeLimit(.minutes(1)))
struct SupervisorTests {
    let fixture: SupervisedHome

    init() throws {
        fixture = try SupervisedHome()
    }

    @Test
    func `all processes become ready in order and end without leftovers`() async throws {
        let supervisor = try fixture.supervisor([
            fixture.plugin("storage"), fixture.plugin("broker"),
            fixture.plugin("aggregation", after: ["storage"], count: 2),
        ])
        var pids: [Int32] = []

        try await supervisor.running { supervisor in
            await supervisor.wait(until: \.isReady)
            pids = await supervisor.snapshot().compactMap(\.pid)
            #expect(pids.count == 4)
            #expect(pids.allSatisfy(isAlive))
        }

        let ready = fixture.names(of: .ready)
        #expect(ready.prefix(2) == ["broker", "storage"])
        let stopped = fixture.names(of: .stopped)
        #expect(stopped.suffix(2) == ["storage", "broker"])
        #expect(!pids.contains(where: isAlive))
    }

    @Test
    func `a killed process restarts, and the restart is counted`() async throws {
        let supervisor = try fixture.supervisor([fixture.plugin("storage")])

        try await supervisor.running { supervisor in
            let before = try await supervisor.process("storage", once: .ready)
            kill(try #require(before.pid), SIGKILL)
            await supervisor.wait { table in
                table.slots.allSatisfy { $0.restarts == 1 && $0.phase.state == .ready }
            }

            let after = try #require(await supervisor.process("storage"))
            #expect(after.pid != before.pid)
            #expect(after.instance != before.instance)
            #expect(after.restarts == 1)
            #expect(after.reason == "ended with signal 9")
        }
    }

    @Test
    func `a process that keeps ending fails, and the others keep running`() async throws {
        var policy = RestartPolicy()
        policy.firstDelay = .milliseconds(1)
        let supervisor = try fixture.supervisor(
            [fixture.plugin("storage"), fixture.plugin("failing", script: "exec /bin/false")],
            policy: policy)

        try await supervisor.running { supervisor in
            let failed = try await supervisor.process("failing", once: .failed)

            #expect(failed.reason == "ended with exit status 1")
            #expect(failed.restarts == 4)
            #expect(failed.pid == nil)
            _ = try await supervisor.process("storage", once: .ready)
        }
    }

    @Test
    func `the failure reason of a process is its own explanation`() async throws {
        var policy = RestartPolicy()
        policy.crashLimit = 1
        let script = "echo 'failed The disk is full.' >&3; exit 1"
        let supervisor = try fixture.supervisor(
            [fixture.plugin("storage", script: script)], policy: policy)

        try await supervisor.running { supervisor in
            let failed = try await supervisor.process("storage", once: .failed)

            #expect(failed.reason == "The disk is full.")
        }
    }

    @Test
    func `a missing program fails with its path`() async throws {
        var policy = RestartPolicy()
        policy.crashLimit = 1
        let plugin = try fixture.plugin("storage")
        unlink(plugin.executable)
        let supervisor = try fixture.supervisor([plugin], policy: policy)

        try await supervisor.running { supervisor in
            let failed = try await supervisor.process("storage", once: .failed)

            #expect(failed.reason?.contains(plugin.executable) == true)
        }
    }

    @Test
    func `a process that is not ready in time is killed`() async throws {
        var policy = RestartPolicy()
        policy.readyLimit = .milliseconds(20)
        policy.crashLimit = 1
        let supervisor = try fixture.supervisor(
            [fixture.plugin("storage", script: "exec sleep 1000")], policy: policy)

        try await supervisor.running { supervisor in
            let failed = try await supervisor.process("storage", once: .failed)

            #expect(failed.reason?.hasPrefix("was not ready within") == true)
        }
    }

    @Test
    func `a process that ignores drain and SIGTERM is killed with its children`() async throws {
        var policy = RestartPolicy()
        policy.drainLimit = .milliseconds(20)
        policy.terminateLimit = .milliseconds(20)
        let script = "trap '' TERM; sleep 1000 & echo $! >&2; echo ready >&3; wait; sleep 1000"
        let supervisor = try fixture.supervisor(
            [fixture.plugin("storage", script: script)], policy: policy)
        var pid: Int32?

        try await supervisor.running { supervisor in
            pid = try await supervisor.process("storage", once: .ready).pid
        }

        #expect(!isAlive(try #require(pid)))
        let line = try #require(fixture.log("storage").first)
        let sleeper = try #require(Int32(line))
        try await eventually("the end of the child") { hasEnded(sleeper) }
    }

    @Test
    func `a process gets its name, home, run folder and bus address`() async throws {
        let script = "env >&2; \(SupervisedHome.cooperative)"
        let supervisor = try fixture.supervisor([
            fixture.plugin("aggregation", count: 2, script: script)
        ])

        try await supervisor.running { supervisor in
            await supervisor.wait(until: \.isReady)
        }

        let variables = fixture.log("aggregation-2")
        #expect(variables.contains("DAYLINE_WORKER=aggregation-2"))
        #expect(variables.contains("DAYLINE_HOME=\(fixture.home.folder)"))
        #expect(variables.contains("DAYLINE_RUN=\(fixture.home.runFolder)"))
        #expect(variables.contains("DAYLINE_BUS=ipc://\(fixture.home.runFolder)/bus.sock"))
        #expect(variables.contains("DAYLINE_SUPERVISOR_FD=3"))
        #expect(variables.contains { $0.hasPrefix("DAYLINE_INSTANCE=aggregation-2.1.") })
    }

    @Test
    func `each start has its own token, and only the broker the secret`() async throws {
        let script =
            "cat <&$DAYLINE_TOKEN_FD; echo; echo $DAYLINE_INSTANCE; env | grep -c TOKEN; "
            + SupervisedHome.cooperative
        let supervisor = try fixture.supervisor([
            fixture.plugin("broker", script: script),
            fixture.plugin("aggregation", count: 2, script: script),
        ])

        try await supervisor.running { supervisor in
            await supervisor.wait(until: \.isReady)
        }

        let secret = try #require(StartSecret(text: fixture.log("broker")[0]))
        for name in ["aggregation-1", "aggregation-2"] {
            let lines = fixture.log(name)
            #expect(lines[0] == secret.token(of: .instance(lines[1])))
            // The environment has the descriptor's number, not the token.
            #expect(lines[2] == "1")
        }
    }

    @Test
    func `the output of a process is appended to its log across runs`() async throws {
        let script = "echo hello from $DAYLINE_WORKER; \(SupervisedHome.cooperative)"
        let supervisor = try fixture.supervisor([fixture.plugin("storage", script: script)])

        try await supervisor.running { supervisor in
            await supervisor.wait(until: \.isReady)
            await supervisor.handle(.restart(group: "storage"))
            await supervisor.wait(until: \.isSettled)
        }

        #expect(fixture.log("storage") == ["hello from storage", "hello from storage"])
    }

    @Test
    func `invalid and endless report lines are ignored`() async throws {
        let script = """
            head -c 100000 /dev/zero >&3; echo >&3; echo reddy >&3; printf rea >&3; printf 'dy\\n' >&3
            read order <&3; printf 'ready without an end' >&3
            """
        let supervisor = try fixture.supervisor([fixture.plugin("storage", script: script)])

        try await supervisor.running { supervisor in
            let process = try await supervisor.process("storage", once: .ready)
            #expect(process.restarts == 0)
        }
    }

    @Test
    func `a process that closes its channel keeps running, and its end is observed`() async throws {
        let script = """
            if [ -e $DAYLINE_HOME/again ]; then \(SupervisedHome.cooperative); exit; fi
            touch $DAYLINE_HOME/again; echo ready >&3; exec 3>&-; exec sleep 1000
            """
        let supervisor = try fixture.supervisor([fixture.plugin("storage", script: script)])

        try await supervisor.running { supervisor in
            let process = try await supervisor.process("storage", once: .ready)
            kill(try #require(process.pid), SIGTERM)
            await supervisor.wait { table in
                table.slots.allSatisfy { $0.restarts == 1 && $0.phase.state == .ready }
            }

            #expect(await supervisor.process("storage")?.reason == "ended with signal 15")
        }
    }

    private func hasEnded(_ pid: Int32) -> Bool {
        guard let bytes = try? Files.read("/proc/\(pid)/stat") else { return true }
        return String(decoding: bytes, as: UTF8.self).contains(") Z ")
    }
}
