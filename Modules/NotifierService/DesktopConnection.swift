import CDesktopBus
import Glibc
import RPC

/// A connection to the notifications of the desktop. Used on one thread.
final class DesktopConnection {
    private let desktop: OpaquePointer

    /// - Throws: UNAVAILABLE if there is no session bus.
    init() throws(Status) {
        var desktop: OpaquePointer?
        let code = dayline_desktop_open(&desktop)
        guard code >= 0, let desktop else { throw Self.failure(code) }
        self.desktop = desktop
    }

    deinit {
        dayline_desktop_close(desktop)
    }

    /// Readable when there is an action to read.
    var descriptor: Int32 { dayline_desktop_descriptor(desktop) }

    /// Shows a notification and returns its number.
    /// - Throws: UNAVAILABLE if the desktop does not show it.
    func notify(
        title: String, body: String, actions: [(key: String, label: String)]
    ) throws(Status) -> UInt32 {
        let body = dayline_desktop_has_markup(desktop) == 1 ? Self.escaped(body) : body
        var texts = actions.flatMap { [strdup($0.key), strdup($0.label)] } + [nil]
        defer { for text in texts { free(text) } }
        var number: UInt32 = 0
        let code = dayline_desktop_notify(desktop, title, body, &texts, &number)
        guard code >= 0 else { throw Self.failure(code) }
        return number
    }

    /// The next action that a person has chosen; nil: none yet.
    /// - Throws: UNAVAILABLE if the connection has ended.
    func nextAction() throws(Status) -> (number: UInt32, key: String)? {
        var number: UInt32 = 0
        var key = [CChar](repeating: 0, count: 32)
        let code = dayline_desktop_next(desktop, &number, &key, key.count)
        guard code >= 0 else { throw Self.failure(code) }
        let text = key.prefix { $0 != 0 }.map(UInt8.init(bitPattern:))
        return code == 0 ? nil : (number, String(decoding: text, as: UTF8.self))
    }

    private static func failure(_ code: Int32) -> Status {
        let reason =
            switch -code {
            case ENOSYS: "libsystemd is not installed"
            case ENOMEDIUM, ENOENT, ECONNREFUSED: "there is no session bus"
            default: String(cString: strerror(-code))
            }
        return Status(.unavailable, "the desktop is not reached: \(reason)")
    }

    /// The text without markup.
    private static func escaped(_ text: String) -> String {
        text.reduce(into: "") { escaped, letter in
            switch letter {
            case "&": escaped += "&amp;"
            case "<": escaped += "&lt;"
            case ">": escaped += "&gt;"
            default: escaped.append(letter)
            }
        }
    }
}
