import CCurl
import Glibc
import HostFiles
import RPC
import Synchronization

/// Sends a POST request with a body and headers.
package typealias HTTPPost =
    @Sendable (_ body: [UInt8], _ url: String, _ headers: [String]) async -> HTTPOutcome

/// The result of an HTTP request.
package enum HTTPOutcome: Sendable, Hashable {
    /// The HTTP status of the response.
    case status(Int)
    /// The reason why there is no response, without the address.
    case failed(String)
}

/// Sends HTTP requests with libcurl on one thread, any number at a time.
///
/// The first request starts the thread, which waits in the kernel while no request is open. A request that
/// hangs delays no other.
final class HTTPSender: Sendable {
    private struct Request {
        let url: String
        let body: [UInt8]
        let headers: [String]
        let completion: @Sendable (HTTPOutcome) -> Void
    }

    private struct State {
        var queue: [Request] = []
        var isClosed = false
        /// libcurl allows curl_multi_wakeup from any thread; all other calls are on the thread. Nil
        /// before the first request.
        var multi: Handle?
    }

    // Unchecked: other threads call functions of libcurl for the handle only under the lock.
    private struct Handle: @unchecked Sendable {
        let pointer: UnsafeMutableRawPointer
    }

    private static let connectSeconds = 10
    private static let totalSeconds = 20
    /// The longest wait without requests; `send` ends it.
    private static let idleMilliseconds: Int32 = 1_000_000_000

    private let state = Mutex(State())

    /// Sends a POST request. Redirections are not followed, since the body is for the address only.
    func post(_ body: [UInt8], to url: String, headers: [String]) async -> HTTPOutcome {
        await withCheckedContinuation { continuation in
            let isClosed = state.withLock { state in
                guard !state.isClosed else { return true }
                state.queue.append(
                    Request(url: url, body: body, headers: headers) {
                        continuation.resume(returning: $0)
                    })
                return false
            }
            if isClosed { return continuation.resume(returning: .failed("the worker ends")) }
            startOrWake()
        }
    }

    /// Ends the thread; open requests fail.
    func close() {
        state.withLock { state in
            state.isClosed = true
            if let multi = state.multi { curl_multi_wakeup(multi.pointer) }
        }
    }

    /// Starts the thread with the first request, and wakes it with others.
    private func startOrWake() {
        let problem = state.withLock { state -> String? in
            if let multi = state.multi {
                curl_multi_wakeup(multi.pointer)
                return nil
            }
            curl_global_init(Int(CURL_GLOBAL_DEFAULT))
            guard let multi = curl_multi_init().map({ Handle(pointer: $0) }) else {
                return "libcurl cannot be used"
            }
            do throws(Status) {
                try DetachedThread.start { self.run(multi) }
            } catch {
                curl_multi_cleanup(multi.pointer)
                return error.message
            }
            state.multi = multi
            return nil
        }
        if let problem { fail(all: problem) }
    }
}

extension HTTPSender {
    /// A request that libcurl works on, with the memory that libcurl refers to.
    private struct Transfer {
        let headers: UnsafeMutablePointer<curl_slist>?
        let completion: @Sendable (HTTPOutcome) -> Void
    }

    private func run(_ multi: Handle) {
        let handle = multi.pointer
        var open: [UnsafeMutableRawPointer: Transfer] = [:]
        while true {
            let (queue, isClosed) = state.withLock { state in
                defer { state.queue = [] }
                return (state.queue, state.isClosed)
            }
            for request in queue { start(request, in: handle, &open) }
            if isClosed { break }
            var running: Int32 = 0
            curl_multi_perform(handle, &running)
            finish(in: handle, &open)
            curl_multi_poll(handle, nil, 0, Self.idleMilliseconds, nil)
        }
        for (easy, transfer) in open {
            end(easy, transfer, in: handle)
            transfer.completion(.failed("the worker ends"))
        }
        fail(all: "the worker ends")
    }

    private func fail(all reason: String) {
        let queue = state.withLock { state in
            defer { state.queue = [] }
            return state.queue
        }
        for request in queue { request.completion(.failed(reason)) }
    }

    private func start(
        _ request: Request, in multi: UnsafeMutableRawPointer,
        _ open: inout [UnsafeMutableRawPointer: Transfer]
    ) {
        guard let easy = curl_easy_init() else {
            return request.completion(.failed("libcurl has no memory"))
        }
        var headers: UnsafeMutablePointer<curl_slist>?
        // Without a wait for "100 Continue".
        for header in request.headers + ["Expect:"] {
            headers = curl_slist_append(headers, header) ?? headers
        }
        _ = dayline_curl_set_text(easy, CURLOPT_URL, request.url)
        _ = dayline_curl_set_text(easy, CURLOPT_PROTOCOLS_STR, "http,https")
        _ = dayline_curl_set_number(easy, CURLOPT_NOSIGNAL, 1)
        _ = dayline_curl_set_number(easy, CURLOPT_POST, 1)
        _ = dayline_curl_set_number(easy, CURLOPT_POSTFIELDSIZE, request.body.count)
        _ = dayline_curl_set_number(easy, CURLOPT_CONNECTTIMEOUT, Self.connectSeconds)
        _ = dayline_curl_set_number(easy, CURLOPT_TIMEOUT, Self.totalSeconds)
        _ = dayline_curl_set_headers(easy, headers)
        _ = dayline_curl_ignore_body(easy)
        request.body.withUnsafeBytes { body in
            // The option copies as many bytes as the size above states.
            _ = dayline_curl_set_text(
                easy, CURLOPT_COPYPOSTFIELDS, body.assumingMemoryBound(to: CChar.self).baseAddress)
        }
        open[easy] = Transfer(headers: headers, completion: request.completion)
        curl_multi_add_handle(multi, easy)
    }

    private func finish(
        in multi: UnsafeMutableRawPointer, _ open: inout [UnsafeMutableRawPointer: Transfer]
    ) {
        var left: Int32 = 0
        while let message = curl_multi_info_read(multi, &left) {
            guard message.pointee.msg == CURLMSG_DONE, let easy = message.pointee.easy_handle,
                let transfer = open.removeValue(forKey: easy)
            else { continue }
            let code = message.pointee.data.result
            var status = 0
            _ = dayline_curl_status(easy, &status)
            end(easy, transfer, in: multi)
            transfer.completion(
                code == CURLE_OK
                    ? .status(status) : .failed(String(cString: curl_easy_strerror(code))))
        }
    }

    private func end(
        _ easy: UnsafeMutableRawPointer, _ transfer: Transfer, in multi: UnsafeMutableRawPointer
    ) {
        curl_multi_remove_handle(multi, easy)
        curl_easy_cleanup(easy)
        curl_slist_free_all(transfer.headers)
    }
}
