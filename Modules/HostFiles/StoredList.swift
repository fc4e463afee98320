import RPC
import Synchronization

/// A list in a JSON file that only its owner can read.
package final class StoredList<Element: Codable & Sendable>: Sendable {
    private let path: String
    /// The key of the list in the file.
    private let key: String
    private let elements: Mutex<[Element]>

    /// - Throws: FAILED_PRECONDITION with the path and `remedy` if the file exists and is invalid.
    package init(path: String, key: String, remedy: String) throws {
        self.path = path
        self.key = key
        guard let bytes = try Files.readIfPresent(path, limit: 1 << 20) else {
            elements = Mutex([])
            return
        }
        guard let file = try? JSONBody.decode([String: [Element]].self, from: Bytes(bytes)),
            let stored = file[key]
        else {
            throw Status(.failedPrecondition, "\(path) is not a list of \(key).", hint: remedy)
        }
        elements = Mutex(stored)
    }

    package var all: [Element] { elements.withLock { $0 } }

    /// Changes the list and the file. Nothing is changed if `body` or the write throws.
    package func change<Result: Sendable>(
        _ body: (inout [Element]) throws -> Result
    ) throws -> Result {
        try elements.withLock { elements in
            var next = elements
            let result = try body(&next)
            let bytes = try JSONBody.encode([key: next])
            try Files.writeAtomically(bytes.array(of: UInt8.self), to: path)
            elements = next
            return result
        }
    }
}
