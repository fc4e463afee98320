package import HostFiles
package import Logging
package import RPC

/// The notifier: evaluates the reminders of each profile with a channel, and sends what is due.
package final class NotifierService: Service {
    private let tasks: NotifierTasks
    private let http: HTTPSender
    let context: NotifierContext

    /// - Parameters:
    ///   - home: The home with the channels and the delivery log.
    ///   - bus: A client of the bus.
    ///   - logger: The log of the worker.
    ///   - now: The real-time clock in milliseconds since 1970 UTC.
    /// - Throws: FAILED_PRECONDITION if a file of the home cannot be read or written,
    ///   RESOURCE_EXHAUSTED if the system has no thread left.
    package init(
        home: Home, bus: Client, logger: Logger,
        now: @escaping @Sendable () -> Int64 = WallClock.milliseconds
    ) throws {
        let tasks = NotifierTasks()
        let http = try HTTPSender()
        (self.tasks, self.http) = (tasks, http)
        context = NotifierContext(
            reader: ProfileReader(bus: bus, zones: ZoneCatalog()),
            log: try DeliveryLog(path: home.notificationLog),
            channels: try StoredList(
                path: home.notificationChannels, key: "channels",
                remedy: "Move the file away, and add the channels again: dayline notify add"),
            sender: ChannelSender(http: http), alarms: try Alarms(now: now), logger: logger,
            now: now,
            wakeChannels: { profile in tasks.wake(profile) })
    }

    /// Starts the tasks of the stored channels.
    package func start() {
        tasks.update(context)
    }

    /// Ends all tasks and connections.
    package func close() {
        tasks.close()
        http.close()
    }

    /// Starts and ends tasks after a change of the channels.
    func updateTasks() {
        tasks.update(context)
    }
}
