import Hummingbird
import Synchronization

/// The newest pages as they were sent. A page that did not change is rendered and compressed once for its
/// reader.
final class PageCache: Sendable {
    struct Key: Hashable {
        /// The path and query of the request.
        let address: String
        /// The entity tag, which changes with the data, the reader and the minute.
        let tag: String
        let isCompressed: Bool
    }

    private struct Pages {
        var responses: [Key: Response] = [:]
        /// From the oldest to the newest.
        var keys: [Key] = []
    }

    private static let pageLimit = 32
    /// In bytes. Longer pages are not kept.
    private static let lengthLimit = 128 << 10

    private let pages = Mutex(Pages())

    func response(_ key: Key) -> Response? {
        pages.withLock { $0.responses[key] }
    }

    func store(_ response: Response, as key: Key) {
        guard let length = response.body.contentLength, length <= Self.lengthLimit else { return }
        pages.withLock { pages in
            guard pages.responses.updateValue(response, forKey: key) == nil else { return }
            pages.keys.append(key)
            if pages.keys.count > Self.pageLimit {
                pages.responses[pages.keys.removeFirst()] = nil
            }
        }
    }
}
