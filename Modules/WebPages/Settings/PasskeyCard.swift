import Contracts
import Presentation
import RPC

/// The passkeys of the profile, with a form that adds one where scripts run.
struct PasskeyCard: HTMLPart {
    /// The passkeys by name; nil: unknown.
    let passkeys: [WebAccess.Passkey]?
    let visitor: Visitor

    private static let nameLimit = "64"

    var html: HTML {
        card("passkeys", "Passkeys") {
            if let passkeys {
                if passkeys.isEmpty {
                    element("p", ["class": "soft"]) { "There is no passkey yet." }
                } else {
                    rowList(passkeys.enumerated().map { row($1, number: $0) })
                }
                addition
            } else {
                element("p", ["class": "soft"]) { "The list of passkeys is not available." }
            }
            element("p", ["class": "soft small"]) {
                "If a device is lost, remove its passkey and sign in with a link of: "
                element("code") { "dayline web" }
            }
        }
    }

    private func row(_ passkey: WebAccess.Passkey, number: Int) -> HTML {
        let use =
            passkey.usedAt.map { "used \(InstantText.day($0))" } ?? "not used yet"
        return element("li") {
            rowText(
                .text(passkey.name),
                "for \(passkey.site), added \(InstantText.day(passkey.createdAt)), \(use)")
            form("/settings/passkeys/remove", visitor, fields: ["name": passkey.name]) {
                button(
                    "Remove", class: "button small bad", id: "passkey-remove-\(number)",
                    label: "Remove the passkey \(passkey.name)")
            }
        }
    }

    /// A form that a script shows and sends, since a passkey needs one.
    @HTMLBuilder private var addition: HTML {
        element("form", ["class": "stack tight", "id": "passkey-new", "hidden": ""]) {
            formToken(visitor)
            labelled("Name of this device", for: "passkey-name") {
                element(
                    "input",
                    [
                        "id": "passkey-name", "name": "name", "type": "text", "required": "",
                        "maxlength": Self.nameLimit, "autocomplete": "off",
                    ])
            }
            buttonRow("Add a passkey", id: "passkey-add")
        }
        PasskeyMessage.html
    }
}

/// The place of the message of a refused passkey.
enum PasskeyMessage {
    static let html = element("p", ["class": "error", "id": "passkey-message", "role": "alert"]) {}
}
