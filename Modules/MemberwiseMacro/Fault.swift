import SwiftDiagnostics

/// The reason why a macro cannot be expanded.
enum Fault: DiagnosticMessage {
    case noStruct
    case noType(String)

    var message: String {
        switch self {
        case .noStruct: "A memberwise initialiser needs a struct."
        case .noType(let name):
            "The type of \"\(name)\" is not written. Annotate it: var \(name): Type = value"
        }
    }

    var diagnosticID: MessageID {
        switch self {
        case .noStruct: MessageID(domain: "Memberwise", id: "noStruct")
        case .noType: MessageID(domain: "Memberwise", id: "noType")
        }
    }

    var severity: DiagnosticSeverity { .error }
}
