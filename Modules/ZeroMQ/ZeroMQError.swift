import CZeroMQ

/// An error of libzmq or of a system call.
package struct ZeroMQError: Error, Hashable, Sendable, CustomStringConvertible {
    package let code: Int32
    /// The failed operation, such as `bind ipc:///run/x.sock`.
    package let operation: String

    package init(code: Int32, operation: String) {
        self.code = code
        self.operation = operation
    }

    static func last(_ operation: String) -> Self {
        Self(code: zmq_errno(), operation: operation)
    }

    package var description: String {
        "\(operation): \(String(cString: zmq_strerror(code)))"
    }
}
