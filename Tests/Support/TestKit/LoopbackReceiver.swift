import Foundation
import Synchronization

/// An HTTP server on a free port of the loopback interface that records the bodies of POST requests.
package final class LoopbackReceiver: Sendable {
    private struct State {
        var answered: [(body: String, status: Int)] = []
        var statuses: [Int] = []
    }

    /// The address of the server, such as `http://127.0.0.1:40123/hook`.
    package let url: String
    private let listener: Int32
    private let state: Mutex<State>

    /// - Parameter statuses: The status of each response in order; 200 after the last.
    /// - Throws: If no port is free.
    package init(statuses: [Int] = []) throws {
        state = Mutex(State(statuses: statuses))
        let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isListening = withUnsafeMutableBytes(of: &address) { bytes in
            guard let base = bytes.baseAddress?.assumingMemoryBound(to: sockaddr.self) else {
                return false
            }
            return bind(listener, base, length) == 0 && listen(listener, 64) == 0
                && getsockname(listener, base, &length) == 0
        }
        self.listener = listener
        guard isListening else { throw POSIXError(.EADDRNOTAVAIL) }
        url = "http://127.0.0.1:\(UInt16(bigEndian: address.sin_port))/hook"
        Thread { [weak self, listener] in
            while true {
                let peer = accept(listener, nil, nil)
                guard peer >= 0 else { return }
                guard let self else {
                    close(peer)
                    return
                }
                self.serve(peer)
            }
        }.start()
    }

    deinit {
        shutdown(listener, Int32(SHUT_RDWR))
        close(listener)
    }

    /// The bodies of the requests so far, oldest first.
    package var bodies: [String] { answered.map(\.body) }

    /// The bodies with the statuses of their responses, oldest first.
    package var answered: [(body: String, status: Int)] { state.withLock { $0.answered } }

    private func serve(_ peer: Int32) {
        defer { close(peer) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16 << 10)
        while true {
            let text = String(decoding: bytes, as: UTF8.self)
            if let end = text.range(of: "\r\n\r\n") {
                let length =
                    text[..<end.lowerBound].split(separator: "\r\n")
                    .first { $0.lowercased().hasPrefix("content-length:") }
                    .flatMap { Int($0.split(separator: " ").last ?? "") } ?? 0
                let body = String(text[end.upperBound...])
                if body.utf8.count >= length { return answer(peer, body) }
            }
            let count = read(peer, &buffer, buffer.count)
            guard count > 0 else { return }
            bytes += buffer[..<count]
        }
    }

    private func answer(_ peer: Int32, _ body: String) {
        let status = state.withLock { state in
            let status = state.statuses.isEmpty ? 200 : state.statuses.removeFirst()
            state.answered.append((body, status))
            return status
        }
        let response = Array(
            "HTTP/1.1 \(status) X\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".utf8)
        _ = write(peer, response, response.count)
    }
}
