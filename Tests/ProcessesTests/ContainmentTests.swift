import CLinux
import Contracts
import Glibc
import RPC
import Testing

@testable import Processes

/// Programs that violate the restrictions, and the result.
///
/// A restriction that this kernel lacks is not tested.
struct ContainmentTests {
    private let available = Containment.available

    @Test func `a contained process reports the restrictions in force`() throws {
        let pipe = Pipe()

        let process = try shell("exit 7", pipe).start(in: "/", under: .reader)

        #expect(process.appliedContainment == available)
        #expect(process.appliedContainment.noNewPrivileges)
        #expect(process.appliedContainment.limits)
        #expect(process.wait(milliseconds: 10_000) == .exited(7))
    }

    @Test(arguments: [("exit 0", 0), ("exit 3", 3), ("kill -SEGV $$", -11), ("kill -9 $$", -9)])
    func `the monitor ends with the status of the contained program`(
        script: String, result: Int32
    ) throws {
        let pipe = Pipe()

        let process = try shell(script, pipe).start(in: "/", under: .reader)

        #expect(
            process.wait(milliseconds: 10_000)
                == (result < 0 ? .killed(signal: -result) : .exited(result)))
    }

    @Test func `a contained program that cannot start is an error`() {
        let pipe = Pipe()
        let launch = Launch(path: "/none/such", environment: [:], output: pipe.writing)

        #expect(throws: LaunchError(path: "/none/such", code: ENOENT)) {
            try launch.start(in: "/", under: .reader)
        }
    }

    @Test func `a child that leads its own session ends with the program`() throws {
        let pipe = Pipe()
        let process = try shell(
            "setsid sh -c 'setsid sleep 600 & echo $!; exec sleep 600' & sleep 0.3; exit 0", pipe
        ).start(in: "/", under: .reader)

        #expect(process.wait(milliseconds: 20_000) == .exited(0))

        let child = try #require(Int32(pipe.text().filter(\.isNumber)))
        #expect(kill(child, 0) == -1)
    }

    @Test func `killing ends the program and a child that leads its own session`() throws {
        let pipe = Pipe()
        let process = try shell("setsid sleep 600 & echo $!; wait", pipe)
            .start(in: "/", under: .reader)
        let child = try #require(Int32(pipe.line().filter(\.isNumber)))

        process.kill()

        #expect(process.wait(milliseconds: 20_000) == .killed(signal: SIGKILL))
        #expect(kill(child, 0) == -1)
    }

    @Test func `a program that ends by itself while it is killed keeps its signal`() throws {
        let pipe = Pipe()
        let process = try shell("echo $$; exec sleep 600", pipe).start(in: "/", under: .reader)
        let program = try #require(Int32(pipe.line().filter(\.isNumber)))
        let descriptor = dayline_pidfd_open(program)
        defer { close(descriptor) }
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)

        // The monitor finds both the end of the program and the request to kill it.
        _ = dayline_pidfd_signal(process.pidfd, SIGSTOP)
        kill(program, SIGABRT)
        #expect(poll(&entry, 1, 20_000) == 1)
        process.kill()
        _ = dayline_pidfd_signal(process.pidfd, SIGCONT)

        #expect(process.wait(milliseconds: 20_000) == .killed(signal: SIGABRT))
    }

    @Test func `a contained program cannot read a file outside its rules`() throws {
        guard available.landlock > 0 else { return }
        let folder = try Folder()
        let secret = try folder.write("secret", "42")
        let allowed = try folder.write("allowed", "43")
        let pipe = Pipe()
        var containment = Containment.reader
        containment.readable.append(allowed)

        let process = try shell("cat \(allowed); cat \(secret) 2>/dev/null || echo refused", pipe)
            .start(in: "/", under: containment)

        #expect(process.wait(milliseconds: 10_000) == .exited(0))
        #expect(pipe.text() == "43refused\n")
    }

    @Test func `a contained program can read the state of its threads`() throws {
        let pipe = Pipe()
        let program = """
            import threading
            def read():
                with open(f"/proc/{threading.get_native_id()}/stat") as state:
                    print(state.read().split()[0] == str(threading.get_native_id()))
            thread = threading.Thread(target=read)
            thread.start()
            thread.join()
            """

        let process = try python(program, pipe).start(in: "/", under: .reader)

        #expect(process.wait(milliseconds: 20_000) == .exited(0))
        #expect(pipe.text() == "True\n")
    }

    @Test(arguments: ["cat /proc/$PPID/environ", "cat /proc/$PPID/maps", "ls /proc/$PPID/fd"])
    func `a contained program cannot inspect another process`(command: String) throws {
        guard available.landlock > 0 else { return }
        let pipe = Pipe()

        let process = try shell("\(command) 2>/dev/null || echo refused", pipe)
            .start(in: "/", under: .reader)

        #expect(process.wait(milliseconds: 20_000) == .exited(0))
        #expect(pipe.text() == "refused\n")
    }

    @Test func `a contained program cannot signal another process`() throws {
        // Kernels before 6.12 restrict no signals.
        guard available.landlock >= 6 else { return }
        let pipe = Pipe()
        let script = "kill -0 $$ && echo own; kill -0 \(getpid()) 2>/dev/null || echo refused"

        let process = try shell(script, pipe).start(in: "/", under: .reader)

        #expect(process.wait(milliseconds: 20_000) == .exited(0))
        #expect(pipe.text() == "own\nrefused\n")
    }

    @Test(arguments: ["ls /proc", "head -c 1 /proc/kcore", "head -c 1 /proc/kmsg"])
    func `a contained program cannot list processes or read the kernel`(command: String) throws {
        guard available.landlock > 0 else { return }
        let pipe = Pipe()

        let process = try shell("timeout 5 \(command) 2>/dev/null || echo refused", pipe)
            .start(in: "/", under: .reader)

        #expect(process.wait(milliseconds: 20_000) == .exited(0))
        #expect(pipe.text() == "refused\n")
    }

    @Test func `a contained program can open local sockets only`() throws {
        guard available.seccomp else { return }
        let pipe = Pipe()
        var containment = Containment.reader
        containment.canUseLocalSockets = true
        let program = """
            import socket
            for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6, socket.AF_NETLINK):
                try:
                    socket.socket(family, socket.SOCK_DGRAM)
                    print("opened")
                except OSError as error:
                    print(error.errno)
            """

        let process = try python(program, pipe).start(in: "/", under: containment)

        #expect(process.wait(milliseconds: 20_000) == .exited(0))
        #expect(pipe.text() == "opened\n13\n13\n13\n")
    }

    @Test func `without local sockets a contained program cannot open any socket`() throws {
        guard available.seccomp else { return }
        let pipe = Pipe()
        let program = "import socket; socket.socket(socket.AF_UNIX)"

        let process = try python(program, pipe).start(in: "/", under: .reader)

        #expect(process.wait(milliseconds: 20_000) == .exited(1))
        #expect(pipe.text().contains("PermissionError"))
    }

    @Test func `allocations beyond the memory limit fail`() throws {
        let pipe = Pipe()
        var containment = Containment.reader
        containment.limits.dataBytes = 64 << 20
        let program = """
            blocks = []
            try:
                while True: blocks.append(bytearray(1 << 20))
            except MemoryError:
                print(len(blocks) < 64)
            """

        let process = try python(program, pipe).start(in: "/", under: containment)

        #expect(process.wait(milliseconds: 20_000) == .exited(0))
        #expect(pipe.text() == "True\n")
    }

    @Test func `a program beyond the processor time limit is killed`() throws {
        let pipe = Pipe()
        var containment = Containment.reader
        containment.limits.cpuSeconds = 1

        let process = try shell("while :; do :; done", pipe).start(in: "/", under: containment)

        #expect(process.wait(milliseconds: 60_000) == .killed(signal: SIGXCPU))
    }

    @Test func `a program that writes beyond the file size limit is killed`() throws {
        let folder = try Folder()
        let pipe = Pipe()
        var containment = Containment.reader
        containment.limits.fileBytes = 1 << 20
        containment.writable.append(folder.path)

        let process = try shell("exec cat /dev/zero >\(folder.path)/endless", pipe)
            .start(in: "/", under: containment)

        #expect(process.wait(milliseconds: 20_000) == .killed(signal: SIGXFSZ))
        var status = stat()
        #expect(stat("\(folder.path)/endless", &status) == 0)
        #expect(status.st_size == 1 << 20)
    }

    @Test func `a contained program cannot write outside its writable folders`() throws {
        guard available.landlock > 0 else { return }
        let folder = try Folder()
        let pipe = Pipe()

        let process = try shell("echo x >\(folder.path)/file", pipe)
            .start(in: "/", under: .reader)

        #expect(process.wait(milliseconds: 20_000) == .exited(2))
        #expect(access("\(folder.path)/file", F_OK) != 0)
    }

    @Test(arguments: ["ptrace", "unshare", "setns"])
    func `system calls that escape the restrictions fail`(name: String) throws {
        guard available.seccomp else { return }
        let pipe = Pipe()
        let program = """
            import ctypes
            libc = ctypes.CDLL(None, use_errno=True)
            print(libc.\(name)(0, 0, 0, 0), ctypes.get_errno())
            """

        let process = try python(program, pipe).start(in: "/", under: .reader)

        #expect(process.wait(milliseconds: 20_000) == .exited(0))
        #expect(pipe.text() == "-1 1\n")
    }

    private func shell(_ script: String, _ pipe: Pipe) -> Launch {
        Launch(
            path: "/bin/sh", arguments: ["-c", script], environment: ["PATH": "/usr/bin:/bin"],
            output: pipe.writing)
    }

    private func python(_ program: String, _ pipe: Pipe) -> Launch {
        Launch(
            path: "/usr/bin/python3", arguments: ["-c", program],
            environment: ["PATH": "/usr/bin:/bin"], output: pipe.writing)
    }
}

/// A temporary folder, removed with its owner.
private final class Folder {
    let path: String

    init() throws {
        var template = Array("/tmp/dayline-contain-XXXXXX".utf8CString)
        try #require(mkdtemp(&template) != nil)
        path = String(
            decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// - Returns: The path of the file.
    func write(_ name: String, _ text: String) throws -> String {
        let file = "\(path)/\(name)"
        let descriptor = open(file, O_WRONLY | O_CREAT | O_CLOEXEC, 0o600)
        defer { close(descriptor) }
        let bytes = Array(text.utf8)
        try #require(Glibc.write(descriptor, bytes, bytes.count) == bytes.count)
        return file
    }

    deinit {
        for name in ["secret", "allowed", "endless", "file"] { unlink("\(path)/\(name)") }
        rmdir(path)
    }
}
