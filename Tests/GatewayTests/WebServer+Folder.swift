import Foundation
import HostFiles
import Logging
import RPC
import Uploads

@testable import Gateway

extension WebServer {
    /// A server on loopback that has its files in an existing folder. Its clock shows `now`.
    init(
        in folder: String, bus: Client, tokens: APITokens? = nil,
        logger: Logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
        now: Int64 = 1000, idleLimit: Duration = .seconds(60)
    ) throws {
        try Data().write(to: URL(fileURLWithPath: "\(folder)/dayline.css"))
        self.init(
            assets: try WebAssets(folder: folder),
            sessions: try Sessions(path: "\(folder)/sessions"), links: LoginLinks(),
            passwords: try Passwords(path: "\(folder)/passwords"),
            passkeys: try Passkeys(path: "\(folder)/passkeys"), throttle: LoginThrottle(),
            tokens: try tokens ?? APITokens(path: "\(folder)/tokens"),
            feeds: try CalendarFeeds(path: "\(folder)/feeds"), events: LiveEvents(bus: bus),
            pushes: PushImports(
                folder: PushFolder("\(folder)/pushes"), bus: bus, logger: logger),
            spool: Spool(folder: "\(folder)/spool"), bus: bus, logger: logger, now: { now },
            tls: ServerTLS(
                local: LocalCertificates(folder: "\(folder)/tls") { .ofMachine },
                logger: logger, now: { now }),
            idleLimit: idleLimit)
    }
}
