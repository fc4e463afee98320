/// The bounds of a broker, each with the status of whoever meets it.
package struct BrokerLimits: Sendable {
    /// Calls that wait for one service; more are RESOURCE_EXHAUSTED.
    package var queuedPerService = 1024
    /// Calls that one client has open; more are RESOURCE_EXHAUSTED.
    package var openPerClient = 1024
    /// How long a call waits for a service that is expected and not there; then UNAVAILABLE.
    package var serviceWaitLimit = Duration.seconds(2)
    /// How long after its start a broker expects every service, since those that are there have to
    /// find it first.
    package var startupPeriod = Duration.seconds(2)
    /// How long a worker may say nothing after it was handed a call, or asked whether it is alive,
    /// before it is asked (again).
    package var quickHeartbeat = Duration.milliseconds(500)
    /// Between two pings of a worker that has calls and is heard of.
    package var heartbeat = Duration.seconds(5)
    /// Between two pings of a worker that has none, so that a system at rest sleeps.
    package var idleHeartbeat = Duration.seconds(10)
    /// Pings that a worker may leave unanswered.
    package var missedHeartbeats = 3
    /// Requests up to this size are kept until they are answered, so that they can move.
    package var retainedRequestBytes = 256 << 10
    /// Workers that one call may be handed to, one after another.
    package var maximumAttempts = 3
    /// The calls that a worker can have at once, whatever it announces.
    package var workerCapacity = 4096
    /// Services that one worker can announce.
    package var servicesPerWorker = 256

    /// Bytes of requests, and of items of uploads, that one client has at the broker or in front of a
    /// worker that does not read; more are RESOURCE_EXHAUSTED. Small frames do not count.
    package var sentBytesPerClient = 32 << 20
    /// The same of all clients.
    package var sentBytes = 64 << 20
    /// Bytes of answers that wait for one client to read them; more are RESOURCE_EXHAUSTED.
    package var answerBytesPerClient = 32 << 20
    /// The same of all clients.
    package var answerBytes = 64 << 20
    /// The texts of one event; more are RESOURCE_EXHAUSTED.
    package var eventBytes = 64 << 10

    /// Services that are known by name.
    package var services = 4096
    /// Routes that are known without taking them apart.
    package var cachedRoutes = 1024

    /// Clients that are remembered before those without calls are forgotten.
    package var idleClients = 256

    package init() {}
}
