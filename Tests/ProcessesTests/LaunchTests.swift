import Glibc
import RPC
import Testing

@testable import Processes

struct LaunchTests {
    @Test(arguments: [("exit 0", 0), ("exit 7", 7), ("kill -TERM $$", -15), ("kill -9 $$", -9)])
    func `the exit status or signal of a program is reported`(script: String, result: Int32) throws
    {
        let pipe = Pipe()

        let child = try shell(script, output: pipe.writing).start()

        #expect(
            child.wait(milliseconds: 10_000)
                == (result < 0 ? .killed(signal: -result) : .exited(result)))
    }

    @Test
    func `a program that cannot start is an error`() {
        let pipe = Pipe()
        let launch = Launch(path: "/none/such", environment: [:], output: pipe.writing)

        #expect(throws: LaunchError(path: "/none/such", code: ENOENT)) { try launch.start() }
        #expect(throws: LaunchError(path: "/", code: EACCES)) {
            try Launch(path: "/", environment: [:], output: pipe.writing).start()
        }
        #expect(LaunchError(path: "/x", code: ENOENT).status.message.contains("no such file"))
    }

    @Test
    func `a program whose file stays open for writing fails with ETXTBSY`() throws {
        let pipe = Pipe()
        let path = "/tmp/dayline-launch-\(getpid())"
        let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC, 0o700)
        defer { unlink(path) }
        let text = Array("#!/bin/sh\n".utf8)
        #expect(write(file, text, text.count) == text.count)
        let launch = Launch(path: path, environment: [:], output: pipe.writing)

        #expect(throws: LaunchError(path: path, code: ETXTBSY)) { try launch.start() }
        close(file)
        let child = try launch.start()

        #expect(child.wait(milliseconds: 10_000) == .exited(0))
    }

    @Test
    func `standard output and standard error go to the given descriptor`() throws {
        let pipe = Pipe()

        let child = try shell("echo out; echo err >&2", output: pipe.writing).start()

        #expect(pipe.text() == "out\nerr\n")
        #expect(child.wait(milliseconds: 10_000) == .exited(0))
    }

    @Test(arguments: [true, false])
    func `a program without the network opens local sockets only`(hasNetwork: Bool) throws {
        let pipe = Pipe()
        let script = """
            import socket, subprocess, sys
            socket.socket(socket.AF_UNIX)
            code = "import socket, sys; socket.socket(int(sys.argv[1]), socket.SOCK_DGRAM)"
            refused = 0
            for family in (socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK):
                child = [sys.executable, "-c", code, str(int(family))]
                errors = subprocess.run(child, stderr=subprocess.PIPE).stderr
                refused += b"PermissionError" in errors
            sys.exit(refused)
            """

        let child = try Launch(
            path: "/usr/bin/python3", arguments: ["-c", script], environment: [:],
            output: pipe.writing, hasNetwork: hasNetwork
        ).start()

        #expect(child.wait(milliseconds: 20_000) == .exited(hasNetwork ? 0 : 3))
    }

    @Test
    func `a program gets only the given environment`() throws {
        let pipe = Pipe()

        let child = try Launch(
            path: "/usr/bin/env", environment: ["A": "1", "B": "two words"], output: pipe.writing
        ).start()

        #expect(pipe.text() == "A=1\nB=two words\n")
        #expect(child.wait(milliseconds: 10_000) == .exited(0))
    }

    @Test
    func `inherited descriptors start at 3 in order, and no others are open`() throws {
        let output = Pipe()
        let first = Pipe()
        let second = Pipe()
        let open = Pipe()
        #expect(fcntl(open.reading, F_SETFD, 0) == 0, "a descriptor that would be inherited")

        let child = try shell(
            "echo one >&3; echo two >&4; ls /proc/self/fd; readlink /proc/self/fd/0",
            output: output.writing, inherited: [first.writing, second.writing]
        ).start()

        #expect(first.text() == "one\n")
        #expect(second.text() == "two\n")
        // Descriptor 5 is the folder that ls reads.
        #expect(output.text() == "0\n1\n2\n3\n4\n5\n/dev/null\n")
        #expect(child.wait(milliseconds: 10_000) == .exited(0))
    }

    @Test
    func `inherited descriptors may have each other's numbers`() throws {
        // The pipes get arbitrary numbers; the order must not depend on them.
        let pipes = (0..<6).map { _ in Pipe() }
        let output = Pipe()

        let child = try shell(
            "for n in 3 4 5 6 7 8; do echo $n >&$n; done", output: output.writing,
            inherited: pipes.map(\.writing).reversed()
        ).start()

        #expect(child.wait(milliseconds: 10_000) == .exited(0))
        #expect(pipes.map { $0.text() } == ["8\n", "7\n", "6\n", "5\n", "4\n", "3\n"])
    }

    @Test
    func `a program starts with default signal handling`() throws {
        let pipe = Pipe()
        let before = signal(SIGPIPE, SIG_IGN)
        defer { signal(SIGPIPE, before) }

        let child = try shell("kill -PIPE $$; echo survived", output: pipe.writing).start()

        #expect(child.wait(milliseconds: 10_000) == .killed(signal: SIGPIPE))
    }

    @Test
    func `killing a group kills the descendants of the program`() throws {
        let pipe = Pipe()
        let child = try shell("sleep 1000 & echo started; wait", output: pipe.writing).start()
        #expect(pipe.line() == "started")

        child.killGroup()

        #expect(child.wait(milliseconds: 10_000) == .killed(signal: SIGKILL))
        #expect(pipe.text() == "", "the pipe is open while the sleeping child runs")
    }

    @Test
    func `a program ends with the thread that started it`() throws {
        let pipe = Pipe()
        let thread = StartingThread(
            launch: shell("echo started; exec sleep 1000", output: pipe.writing))

        let child = try thread.run()

        #expect(child.wait(milliseconds: 10_000) == .killed(signal: SIGKILL))
    }

    @Test
    func `a program that may outlive its starter keeps running`() throws {
        let pipe = Pipe()
        var launch = shell("echo started; exec sleep 1000", output: pipe.writing)
        launch.shouldDieWithParent = false

        let child = try StartingThread(launch: launch).run()

        #expect(pipe.line() == "started")
        #expect(child.reap() == nil)
        child.killGroup()
        #expect(child.wait(milliseconds: 10_000) == .killed(signal: SIGKILL))
    }

    private func shell(_ script: String, output: Int32, inherited: [Int32] = []) -> Launch {
        Launch(
            path: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"],
            output: output, inheritedDescriptors: inherited)
    }
}
