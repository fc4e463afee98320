import Glibc

/// Descriptors 0 to 2.
enum StandardStreams {
    /// Opens /dev/null for closed standard descriptors, so that the next opened file does not get
    /// their number. Reading returns no bytes, and writing results fails.
    static func reserveDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
