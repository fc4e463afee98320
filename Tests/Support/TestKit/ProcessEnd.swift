import CLinux
import Glibc

/// Blocks until any process has ended, through a process descriptor. Returns at once if there is no such
/// process.
///
/// - Throws: `WaitTimeout` after a minute.
package func waitForEnd(of pid: Int32) throws {
    let descriptor = dayline_pidfd_open(pid)
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    let milliseconds = Int32(waitLimit / .milliseconds(1))
    guard poll(&entry, 1, milliseconds) == 1 else {
        throw WaitTimeout(description: "process \(pid) has not ended")
    }
}
