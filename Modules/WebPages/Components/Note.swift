import RPC

/// The tone of a note.
enum NoteTone: String {
    case plain, warn, bad

    var className: String { self == .plain ? "note" : "note \(rawValue)" }
}

/// A sentence about the state of the page.
func note(
    _ tone: NoteTone, strong: String? = nil, _ text: String,
    @HTMLBuilder _ action: () -> HTML = { .empty }
) -> HTML {
    element("div", ["class": tone.className]) {
        element("p") {
            if let strong {
                element("strong") { strong }
                " "
            }
            text
        }
        action()
    }
}

/// The note of a change that was refused.
func note(_ status: Status) -> HTML {
    note(.bad, strong: status.message, status.hint ?? "Nothing was changed.")
}

extension Status {
    /// The message beside a field, with its remedy unless that is a command of a terminal.
    var formSentence: String {
        guard let hint, !hasCommandHint else { return message }
        return "\(message) \(hint)"
    }

    /// True if the remedy is a command of a terminal.
    var hasCommandHint: Bool {
        guard let hint else { return false }
        return hint.contains("dayline ") || hint.contains("--") || hint.contains("tools/")
    }

    /// The HTTP status of a page that shows a refused form again.
    var refusalCode: Int {
        switch code {
        case .notFound: 404
        case .aborted, .alreadyExists, .failedPrecondition: 409
        case .unavailable, .deadlineExceeded: 503
        default: 422
        }
    }
}
