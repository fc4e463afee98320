import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Writes the memberwise initialiser of a struct: `@Memberwise`.
struct InitializerMacro: MemberMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        guard declaration.is(StructDeclSyntax.self) else {
            throw DiagnosticsError(diagnostics: [Diagnostic(node: node, message: Fault.noStruct)])
        }
        let properties = StoredProperty.all(in: declaration.memberBlock.members)
            .filter(\.isSettable)
        let access = declaration.accessLevel(in: context)
        let parameters = try properties.map { try $0.parameter }.joined(separator: ", ")
        let assignments = properties.map { "self.\($0.name) = \($0.name)" }
            .joined(separator: "\n")
        return ["\(raw: access)init(\(raw: parameters)) {\n\(raw: assignments)\n}"]
    }
}

extension StoredProperty {
    /// The parameter of the initialiser that sets the property.
    fileprivate var parameter: String {
        get throws {
            guard let type else { throw missingType }
            let escaping = type.isFunction ? "@escaping " : ""
            let value = initialValue.map { " = \($0)" } ?? ""
            return "\(name): \(escaping)\(type)\(value)"
        }
    }
}

extension TypeSyntax {
    /// True for a function type that is not optional.
    fileprivate var isFunction: Bool {
        if let attributed = self.as(AttributedTypeSyntax.self) {
            return attributed.baseType.isFunction
        }
        return self.is(FunctionTypeSyntax.self)
    }
}

extension DeclGroupSyntax {
    /// The access level that members for all users of the type have, with a space behind the word; empty
    /// for an internal or private type. A type in an extension has the extension's level by default.
    func accessLevel(in context: some MacroExpansionContext) -> String {
        var levels = [modifiers]
        if let enclosing = context.lexicalContext.first?.as(ExtensionDeclSyntax.self) {
            levels.append(enclosing.modifiers)
        }
        for level in levels {
            let words = level.map(\.name.text)
            if let word = words.first(where: Self.levels.contains) {
                return Self.shared.contains(word) ? "\(word) " : ""
            }
        }
        return ""
    }

    private static var shared: Set<String> { ["public", "package"] }
    private static var levels: Set<String> {
        shared.union(["internal", "fileprivate", "private"])
    }
}
