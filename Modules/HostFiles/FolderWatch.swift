import Glibc
import RPC
import Synchronization

/// Calls a function after a file was renamed into a folder. A thread waits in the kernel until then.
package final class FolderWatch: Sendable {
    private let descriptor: Int32
    private let watch: Int32
    private let isClosed = Mutex(false)

    /// `onFile` is called on the thread of the watch, at least once after the last of several files.
    /// - Throws: RESOURCE_EXHAUSTED if the system has no thread or watch left, FAILED_PRECONDITION if the
    ///   folder cannot be read.
    package init(_ folder: String, onFile: @escaping @Sendable () -> Void) throws {
        descriptor = inotify_init1(Int32(IN_CLOEXEC))
        guard descriptor >= 0 else {
            throw Status(
                .resourceExhausted,
                "No watch of folders is left: \(String(cString: strerror(errno))).",
                hint: "Raise the limit: sysctl fs.inotify.max_user_instances=1024")
        }
        watch = inotify_add_watch(descriptor, folder, UInt32(IN_MOVED_TO))
        guard watch >= 0 else {
            let code = errno
            Glibc.close(descriptor)
            throw HostFileError.system(operation: "watch", path: folder, code: code)
        }
        do {
            try DetachedThread.start { [self] in run(onFile) }
        } catch {
            Glibc.close(descriptor)
            throw error
        }
    }

    /// Ends the thread.
    package func close() {
        isClosed.withLock { $0 = true }
        // Wakes the thread.
        inotify_rm_watch(descriptor, watch)
    }

    private func run(_ onFile: () -> Void) {
        defer { Glibc.close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = read(descriptor, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0, !isClosed.withLock({ $0 }) else { return }
            onFile()
        }
    }
}
