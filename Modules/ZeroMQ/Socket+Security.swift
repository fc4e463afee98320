import CZeroMQ
import Glibc

/// Encryption and authentication of a socket. Set before the socket is bound or connected.
extension Socket {
    /// The domain of the requests to the authentication handler.
    private static let authenticationDomain = "dayline"
    /// The interval of ZMTP heartbeats of a TCP connection.
    private static let heartbeatMilliseconds: Int32 = 2000
    /// The time without a complete frame after which the connection ends: the largest frame needs
    /// 67 s at 1 Mbit/s, and heartbeats wait behind it.
    private static let silenceMilliseconds: Int32 = 90_000
    /// Time in which sent bytes have to be acknowledged. A slow link acknowledges parts of a frame.
    private static let acknowledgementMilliseconds: Int32 = 10_000
    /// The time without data after which TCP probes the peer, and the interval of the probes.
    private static let probeSeconds: Int32 = 2
    /// The unanswered probes after which the connection ends.
    private static let probes: Int32 = 4
    /// Time in which a TCP connection has to be established, and complete its handshake.
    private static let remoteHandshakeMilliseconds: Int32 = 5000

    /// Accepts only connections of peers whose keys the authentication handler of the context accepts.
    ///
    /// Without a handler libzmq accepts every key: bind the handler first, and serve only messages with
    /// its ``MessageBuffer/userID(_:)``.
    package func secure(asServerWith keys: CurveKeyPair) throws(ZeroMQError) {
        try set(ZMQ_CURVE_SERVER, 1, "use CURVE")
        try set(ZMQ_CURVE_SECRETKEY, keys.secretKey)
        try set(ZMQ_ZAP_DOMAIN, Self.authenticationDomain)
        try configureRemote()
    }

    /// Connects only to the server with the public key `server`.
    package func secure(asClientWith keys: CurveKeyPair, server: String) throws(ZeroMQError) {
        try set(ZMQ_CURVE_SERVERKEY, server)
        try set(ZMQ_CURVE_PUBLICKEY, keys.publicKey)
        try set(ZMQ_CURVE_SECRETKEY, keys.secretKey)
        try set(ZMQ_CONNECT_TIMEOUT, Self.remoteHandshakeMilliseconds, "limit connecting")
        try useIPv6()
        try configureRemote()
    }

    /// Permits addresses of IPv6 beside those of IPv4.
    package func useIPv6() throws(ZeroMQError) {
        try set(ZMQ_IPV6, 1, "use IPv6")
    }

    private func configureRemote() throws(ZeroMQError) {
        try set(ZMQ_HANDSHAKE_IVL, Self.remoteHandshakeMilliseconds, "limit handshakes")
        try set(ZMQ_HEARTBEAT_IVL, Self.heartbeatMilliseconds, "send heartbeats")
        try set(ZMQ_HEARTBEAT_TIMEOUT, Self.silenceMilliseconds, "expect heartbeats")
        try set(ZMQ_TCP_MAXRT, Self.acknowledgementMilliseconds, "limit acknowledgements")
        try set(ZMQ_TCP_KEEPALIVE, 1, "probe peers")
        try set(ZMQ_TCP_KEEPALIVE_IDLE, Self.probeSeconds, "probe peers")
        try set(ZMQ_TCP_KEEPALIVE_INTVL, Self.probeSeconds, "probe peers")
        try set(ZMQ_TCP_KEEPALIVE_CNT, Self.probes, "probe peers")
    }

    /// Accepts only connections of processes of this user, as the kernel reports it, on an ipc address.
    package func acceptOnlyOwnUser() throws(ZeroMQError) {
        var user = geteuid()
        guard
            zmq_setsockopt(pointer, ZMQ_IPC_FILTER_UID, &user, MemoryLayout<uid_t>.size) == 0
        else { throw .last("restrict a socket to its user") }
    }

    /// The address that the socket was bound to last, with the port that the system chose.
    package var boundAddress: String {
        var bytes = [CChar](repeating: 0, count: 256)
        var size = bytes.count
        guard zmq_getsockopt(pointer, ZMQ_LAST_ENDPOINT, &bytes, &size) == 0 else { return "" }
        return String(
            decoding: bytes.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    private func set(
        _ option: Int32, _ value: Int32, _ operation: String
    ) throws(ZeroMQError) {
        var value = value
        guard zmq_setsockopt(pointer, option, &value, MemoryLayout<Int32>.size) == 0 else {
            throw .last(operation)
        }
    }

    /// Sets a text. The error never has the text, which may be a secret.
    private func set(_ option: Int32, _ text: String) throws(ZeroMQError) {
        let isSet = text.withCString { zmq_setsockopt(pointer, option, $0, strlen($0)) == 0 }
        guard isSet else { throw .last("use a key") }
    }
}
