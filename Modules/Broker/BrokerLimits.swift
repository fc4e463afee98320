/// Limits of a broker, each with the status of calls that exceed it.
package struct BrokerLimits: Sendable {
    /// Queued calls of one service; further ones are RESOURCE_EXHAUSTED.
    package var queuedPerService = 1024
    /// Open calls of one client; further ones are RESOURCE_EXHAUSTED.
    package var openPerClient = 1024
    /// Time that a call waits for an expected service without a worker; then UNAVAILABLE.
    package var serviceWaitLimit = Duration.seconds(2)
    /// Time after the start of a broker in which every service is expected, since running workers have to
    /// reconnect first.
    package var startupPeriod = Duration.seconds(2)
    /// Time without a message from a worker, after a call or ping was sent to it, until the next ping.
    package var quickHeartbeat = Duration.milliseconds(500)
    /// The same for a worker on another machine.
    package var remoteQuickHeartbeat = Duration.seconds(5)
    /// Interval of pings to a worker that has calls and answers.
    package var heartbeat = Duration.seconds(5)
    /// Interval of pings to a worker without calls; longer, so that an idle system sleeps.
    package var idleHeartbeat = Duration.seconds(10)
    /// Unanswered pings after which a worker is removed.
    package var missedHeartbeats = 3
    /// Requests up to this size are retained until answered, so that another worker can run them.
    package var retainedRequestBytes = 256 << 10
    /// Attempts to run one call on different workers.
    package var maximumAttempts = 3
    /// Upper limit of a worker's announced capacity.
    package var workerCapacity = 4096
    /// Services that one worker may announce.
    package var servicesPerWorker = 256

    /// Bytes of requests and upload items of one client that are held for workers which do not read them;
    /// more are RESOURCE_EXHAUSTED. Small frames do not count.
    package var sentBytesPerClient = 32 << 20
    /// The same for all clients together.
    package var sentBytes = 64 << 20
    /// Bytes of answers held for one client that does not read them; more are RESOURCE_EXHAUSTED.
    package var answerBytesPerClient = 32 << 20
    /// The same for all clients together.
    package var answerBytes = 64 << 20
    /// Bytes of the strings of one event; more are RESOURCE_EXHAUSTED.
    package var eventBytes = 64 << 10

    /// Known service names.
    package var services = 4096
    /// Cached parsed routes.
    package var cachedRoutes = 1024

    /// TCP connections that are open at once, those in a handshake included. Further ones are closed.
    package var remoteConnections = 256
    /// Number of clients at which those without open calls are removed.
    package var idleClients = 256

    package init() {}
}
