import CLinux
import FoundationEssentials
import Glibc
import HostFiles
import Processes
import RPC
import Supervision

/// The service of the user's systemd that starts the system at login.
struct UserService {
    private static let manager = "systemctl"
    private static let packagedFolder = "/usr/lib/systemd/user"
    /// The time limit of a command of the service manager, which waits for the start of the system.
    private static let limitMilliseconds: Int32 = 180_000

    private let home: Home
    private let environment: [String: String]
    /// True if the home is the default one of the user.
    private let isDefaultHome: Bool

    init(_ context: CommandContext) throws {
        home = context.home
        environment = context.environment
        var variables = environment
        variables["DAYLINE_HOME"] = nil
        isDefaultHome = try Home.located(environment: variables).folder == home.folder
    }

    /// Enables the service and starts it. Does nothing if it runs already.
    /// - Returns: The path of its unit.
    /// - Throws: FAILED_PRECONDITION if the system runs outside the service, if another file has the
    ///   place of the unit, or if the service manager reports an error.
    func install() throws -> String {
        guard let program = program(named: Self.manager) else {
            throw Status(
                .failedPrecondition,
                "No service was set up: \(Self.manager) is not installed on this machine.",
                hint: "Start Dayline with: dayline up --detach")
        }
        try checkIsNotRunning(program)
        let unit = UserUnit(
            supervisor: "\(ProgramPath.folder)/daylined", home: isDefaultHome ? nil : home.folder)
        let path = try unitPath(unit)
        try call(program, "daemon-reload")
        try call(program, "enable", "--now", UserUnit.name)
        return path
    }

    /// True if the service runs as the process.
    func hasStarted(_ pid: Int32) -> Bool {
        program(named: Self.manager).map { hasStarted(pid, $0) } ?? false
    }

    private func hasStarted(_ pid: Int32, _ program: String) -> Bool {
        let own = try? call(program, "show", "--property=MainPID", "--value", UserUnit.name)
        return own.flatMap { Int32($0.prefix { $0 != "\n" }) } == pid
    }

    /// Starts the service, which was stopped.
    func start() throws {
        guard let program = program(named: Self.manager) else { return }
        try call(program, "start", UserUnit.name)
    }

    private func checkIsNotRunning(_ program: String) throws {
        guard case .running(let pid) = HomeLock.holder(of: home) else { return }
        guard !hasStarted(pid, program) else { return }
        throw Status(
            .failedPrecondition,
            "Dayline is running already, supervised by \(pid), and not by the service.",
            hint: "Stop it first with: dayline down")
    }

    /// Writes the unit, unless the package has the same one.
    /// - Returns: Its path.
    private func unitPath(_ unit: UserUnit) throws -> String {
        let packaged = "\(Self.packagedFolder)/\(UserUnit.name)"
        if let bytes = try Files.readIfPresent(packaged), bytes == Array(unit.text.utf8) {
            return packaged
        }
        let configuration =
            environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
            ?? environment["HOME"].map { "\($0)/.config" }
        guard let configuration else {
            throw Status(
                .failedPrecondition, "No service was set up: HOME is not set.",
                hint: "Set HOME to your home folder.")
        }
        let path = "\(configuration)/systemd/user/\(UserUnit.name)"
        if let bytes = try Files.readIfPresent(path), !bytes.starts(with: UserUnit.mark.utf8) {
            throw Status(
                .failedPrecondition,
                "\(path) exists and was not written by dayline up --install.",
                hint: "Move it away, and repeat: dayline up --install")
        }
        try FileManager.default.createDirectory(
            atPath: Files.folder(of: path), withIntermediateDirectories: true)
        try Files.writeAtomically(Array(unit.text.utf8), to: path, mode: 0o644)
        return path
    }

    /// Calls the service manager of the user.
    /// - Returns: Its output.
    @discardableResult
    private func call(_ program: String, _ arguments: String...) throws -> String {
        let output = dayline_memory_file()
        guard output >= 0 else {
            throw HostFileError.system(operation: "run", path: program, code: errno)
        }
        defer { close(output) }
        let child = try Launch(
            path: program, arguments: ["--user"] + arguments, environment: environment,
            output: output
        ).start()
        let end = child.wait(milliseconds: Self.limitMilliseconds)
        if end == nil { child.killGroup() }
        let text = Self.text(of: output)
        guard end == .exited(0) else {
            let words = ([Self.manager, "--user"] + arguments).joined(separator: " ")
            throw Status(
                .failedPrecondition, "\(words) failed: \(text.isEmpty ? "no message" : text)",
                hint: "The service needs a login session with systemd. Without one, start Dayline "
                    + "with: dayline up --detach")
        }
        return text
    }

    /// The text of a file in memory on one line.
    private static func text(of descriptor: Int32) -> String {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = pread(descriptor, &bytes, bytes.count, 0)
        return String(decoding: bytes.prefix(max(0, count)), as: UTF8.self)
            .split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private func program(named name: String) -> String? {
        (environment["PATH"] ?? "").split(separator: ":").map { "\($0)/\(name)" }
            .first { (path: String) in access(path, X_OK) == 0 }
    }
}
