import Crypto
import Synchronization

/// The challenges of passkeys. Each is valid once, for five minutes, and for the attempt that it was made for.
///
/// A challenge carries its expiry and an authentication code, so that unused ones need no memory and
/// requests of others cannot displace them.
final class PasskeyChallenges: Sendable {
    /// The attempt that a challenge is for.
    enum Attempt: Hashable, Sendable {
        /// A login of the browser with a cookie.
        case login(cookie: String)
        /// A registration in a session.
        case registration(session: String)

        fileprivate var text: String {
            switch self {
            case .login(let cookie): "login \(cookie)"
            case .registration(let session): "registration \(session)"
            }
        }
    }

    /// Seconds until a challenge expires.
    static let lifetime: Int64 = 300
    /// Used challenges at a time; the oldest is forgotten.
    private static let usedLimit = 1024
    private static let randomBytes = 16
    private static let timeBytes = 8

    private let key = SymmetricKey(size: .bits256)
    private let used = Mutex<[[UInt8]]>([])

    /// - Returns: The bytes of a challenge.
    func create(for attempt: Attempt, now: Int64) -> [UInt8] {
        let random = (0..<Self.randomBytes).map { _ in UInt8.random(in: .min ... .max) }
        let expiry = UInt64(bitPattern: now.addingReportingOverflow(Self.lifetime).partialValue)
        let head = random + withUnsafeBytes(of: expiry.bigEndian) { Array($0) }
        return head + code(head, attempt)
    }

    /// Uses a challenge.
    /// - Returns: False if it was not made for the attempt, was used, or has expired.
    func use(_ challenge: [UInt8], for attempt: Attempt, now: Int64) -> Bool {
        let headBytes = Self.randomBytes + Self.timeBytes
        guard challenge.count == headBytes + SHA256.byteCount else { return false }
        let head = Array(challenge[..<headBytes])
        let time = head[Self.randomBytes...].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        guard
            HMAC<SHA256>.isValidAuthenticationCode(
                Array(challenge[headBytes...]), authenticating: head + Array(attempt.text.utf8),
                using: key), Int64(bitPattern: time) >= now
        else { return false }
        return used.withLock { used in
            guard !used.contains(challenge) else { return false }
            used.append(challenge)
            if used.count > Self.usedLimit { used.removeFirst() }
            return true
        }
    }

    private func code(_ head: [UInt8], _ attempt: Attempt) -> [UInt8] {
        Array(
            HMAC<SHA256>.authenticationCode(for: head + Array(attempt.text.utf8), using: key))
    }
}
