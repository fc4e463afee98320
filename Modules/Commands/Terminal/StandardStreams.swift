import Glibc

/// The three files that every program starts with.
enum StandardStreams {
    /// Gives those that were closed a place: the next file that is opened would get their number, and
    /// what is meant for them. Nothing is read from them, and writing results fails.
    static func reserveDescriptors() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            _ = open("/dev/null", descriptor == STDERR_FILENO ? O_WRONLY : O_RDONLY)
        }
    }
}
