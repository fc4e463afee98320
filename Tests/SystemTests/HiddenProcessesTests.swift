import Foundation
import Testing

/// A machine whose /proc hides processes that cannot be dumped, also from their own user.
@Suite struct HiddenProcessesTests {
    /// Starts, uses and ends a system of another user. The status is 77 if /proc cannot be mounted, or the programs
    /// cannot be read by that user.
    private static let script = """
        export HOME="$1"
        mount -t proc -o hidepid=invisible proc /proc || exit 77
        as_user() { timeout 60 setpriv --reuid=65534 --regid=65534 --clear-groups "$@"; }
        as_user test -r "$0" || exit 77
        install -d -m 700 -o 65534 -g 65534 "$1"
        as_user "$0" --home "$1" up --detach && as_user "$0" --home "$1" status
        status=$?
        as_user "$0" --home "$1" down
        exit $status
        """

    @Test(.enabled(if: geteuid() == 0, "another user needs privileges"))
    func `the system starts and ends although no process can be read`() throws {
        let home = NSTemporaryDirectory() + "dl-" + UUID().uuidString.prefix(8)
        defer { try? FileManager.default.removeItem(atPath: home) }

        let outcome = try DaylineSystem.run(
            "/bin/sh",
            [
                "-c", #"unshare --mount true || exit 77; exec unshare --mount /bin/sh -c "$@""#,
                "sh",
                Self.script, "\(DaylineSystem.programs)/dayline", home,
            ])

        guard outcome.status != 77 else { return }
        #expect(outcome.status == 0, "\(outcome.errors)")
        #expect(outcome.output.contains("storage"))
        #expect(outcome.output.contains("Dayline is down."))
    }
}
