import Glibc
import HostFiles
import Processes

/// The web browser of a desktop session.
struct DesktopBrowser {
    private static let opener = "xdg-open"

    private let program: String
    private let environment: [String: String]

    /// Nil without a desktop session or `xdg-open`.
    init?(environment: [String: String]) {
        let displays = ["DISPLAY", "WAYLAND_DISPLAY"].compactMap { environment[$0] }
        guard displays.contains(where: { !$0.isEmpty }) else { return nil }
        let found = (environment["PATH"] ?? "").split(separator: ":")
            .map { "\($0)/\(Self.opener)" }.first { (path: String) in access(path, X_OK) == 0 }
        guard let found else { return nil }
        program = found
        self.environment = environment
    }

    /// Opens a secret address: through a page that only its owner can read, since other users see the
    /// arguments of a program. The address was printed, so that a failure needs no message.
    func open(_ url: String, through page: String) {
        let text = """
            <!doctype html><meta charset="utf-8"><title>Dayline</title>
            <meta http-equiv="refresh" content="0; url=\(url)">
            """
        let output = Glibc.open("/dev/null", O_WRONLY | O_CLOEXEC)
        guard output >= 0 else { return }
        defer { close(output) }
        do {
            try Files.writeAtomically(Array(text.utf8), to: page)
            _ = try Launch(
                path: program, arguments: [page], environment: environment, output: output,
                shouldDieWithParent: false, shouldLeadSession: true
            ).start()
        } catch {
            return
        }
    }
}
