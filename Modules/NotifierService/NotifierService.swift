import Contracts
package import HostFiles
package import Logging
package import RPC
import Synchronization

/// The notifier: evaluates the reminders of each profile with a channel, and sends what is due.
package final class NotifierService: Service {
    /// An action that a person has chosen on the desktop.
    private struct ChosenAction {
        let token: String
        let action: Contracts.Notifications.Action
    }

    /// Chosen actions that wait.
    private static let actionLimit = 64

    private let actions: AsyncStream<ChosenAction>
    private let actionTask = Mutex<Task<Void, Never>?>(nil)
    private let failureTask = Mutex<Task<Void, Never>?>(nil)
    let failures: FailureTask
    private let tasks: NotifierTasks
    private let http: HTTPSender
    private let apprise: AppriseSender
    private let desktop: DesktopSender
    let telemetry: TelemetryExporter
    let context: NotifierContext
    let homeAssistant: HomeAssistantService

    /// - Parameters:
    ///   - home: The home with the channels and the delivery log.
    ///   - bus: A client of the bus.
    ///   - logger: The log of the worker.
    ///   - clock: The clock that reminders follow.
    ///   - post: Sends the requests of channels of HTTP; nil: libcurl does.
    /// - Throws: FAILED_PRECONDITION if a file of the home cannot be read or written,
    ///   RESOURCE_EXHAUSTED if the system has no thread left.
    package init(
        home: Home, bus: Client, logger: Logger,
        clock: any NotifierClock = SystemClock(), post: HTTPPost? = nil
    ) throws {
        let tasks = NotifierTasks()
        let http = HTTPSender()
        let now: @Sendable () -> Int64 = { clock.now }
        let apprise = AppriseSender(files: home.appriseFiles)
        let (actions, chosen) = AsyncStream.makeStream(
            of: ChosenAction.self, bufferingPolicy: .bufferingNewest(Self.actionLimit))
        let desktop = DesktopSender { token, action in
            chosen.yield(ChosenAction(token: token, action: action))
        }
        homeAssistant = try HomeAssistantService(home: home, bus: bus, logger: logger)
        let keys = try NotifierKeys(path: home.notificationKeys)
        let curl: HTTPPost = { body, url, headers in
            await http.post(body, to: url, headers: headers)
        }
        let post = post ?? curl
        (self.tasks, self.http, self.apprise, self.desktop) = (tasks, http, apprise, desktop)
        self.actions = actions
        telemetry = TelemetryExporter(
            path: home.telemetryAddress, bus: bus, http: http, logger: logger)
        context = NotifierContext(
            reader: ProfileReader(bus: bus, zones: ZoneCatalog()),
            log: try DeliveryLog(path: home.notificationLog),
            channels: try StoredList(
                path: home.notificationChannels, key: "channels",
                remedy: "Move the file away, and add the channels again: dayline notify add"),
            sender: ChannelSender(
                post: post, apprise: apprise, desktop: desktop, address: WebAddress(bus: bus),
                keys: keys, now: now),
            alarms: try Alarms(clock), keys: keys, logger: logger, now: now,
            wakeChannels: { profile in tasks.wake(profile) },
            evaluate: { profile in tasks.evaluate(profile) })
        failures = try FailureTask(FailureRecords(folder: home.failures), context)
    }

    /// Starts the tasks of the stored channels and brokers.
    package func start() {
        tasks.update(context)
        homeAssistant.start()
        telemetry.start()
        failureTask.withLock { task in
            task = Task { [failures] in await failures.run() }
        }
        actionTask.withLock { task in
            task = Task { [weak self, actions] in
                for await chosen in actions { await self?.answer(chosen) }
            }
        }
    }

    /// True if nothing is evaluated or sent at the moment.
    package var isIdle: Bool { failures.isIdle && tasks.isIdle }

    /// Ends all tasks and connections.
    package func close() {
        tasks.close()
        failures.close()
        failureTask.withLock { $0?.cancel() }
        homeAssistant.close()
        telemetry.close()
        http.close()
        apprise.close()
        desktop.close()
        actionTask.withLock { $0?.cancel() }
    }

    private func answer(_ chosen: ChosenAction) async {
        do {
            _ = try await act(
                Contracts.Notifications.ActRequest(token: chosen.token, action: chosen.action))
        } catch {
            let status = Status(describing: error)
            context.logger.warning("An action of the desktop failed (\(status.code.name)).")
            // A message can name the activity.
            context.logger.debug("An action of the desktop failed: \(status.message)")
        }
    }

    /// Starts and ends tasks after a change of the channels.
    func updateTasks() {
        tasks.update(context)
    }
}
