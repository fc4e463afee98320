import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// Writes the conformance to DescribedFields: `@Described`.
struct DescribedMacro: ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        guard !protocols.isEmpty else { return [] }
        let members = declaration.memberBlock.members
        let keys = codingKeys(in: members)
        let notes = StoredProperty.all(in: members).compactMap { property -> String? in
            guard let key = keys.map({ $0[property.name.identity] }) ?? property.name.identity
            else { return nil }
            return property.note.map { "\(StringLiteralExprSyntax(content: key)): \($0)," }
        }
        // Internal, since a file of a package type has no other use for a package import of FieldNote.
        let lines = notes.isEmpty ? "[:]" : "[\n\(notes.joined(separator: "\n"))\n]"
        let conformance: DeclSyntax = """
            extension \(type.trimmed): DescribedFields {
                static var fieldNotes: [String: FieldNote] {
                    \(raw: lines)
                }
            }
            """
        return [conformance.cast(ExtensionDeclSyntax.self)]
    }

    /// The JSON key of each property that a nested `CodingKeys` has, or nil without that enumeration:
    /// then each property's name is its key.
    private static func codingKeys(in members: MemberBlockItemListSyntax) -> [String: String]? {
        let keys = members.lazy.compactMap { $0.decl.as(EnumDeclSyntax.self) }
            .first { $0.name.text == "CodingKeys" }
        guard let keys else { return nil }
        let cases = keys.memberBlock.members.compactMap { $0.decl.as(EnumCaseDeclSyntax.self) }
            .flatMap(\.elements)
        return Dictionary(
            cases.map { element in
                let value = element.rawValue?.value.as(StringLiteralExprSyntax.self)
                let name = element.name.identity
                return (name, value?.segments.description ?? name)
            }, uniquingKeysWith: { first, _ in first })
    }
}

/// Writes the memberwise initialiser, the members of Codable, and the conformance to DescribedFields:
/// `@Message`.
struct MessageMacro: MemberMacro, ExtensionMacro {
    static func expansion(
        of node: AttributeSyntax, providingMembersOf declaration: some DeclGroupSyntax,
        conformingTo protocols: [TypeSyntax], in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        let initializer = try InitializerMacro.expansion(
            of: node, providingMembersOf: declaration, conformingTo: protocols, in: context)
        let access = declaration.accessLevel(in: context)
        return try initializer + CodingMembers(of: declaration, access: access).declarations
    }

    static func expansion(
        of node: AttributeSyntax, attachedTo declaration: some DeclGroupSyntax,
        providingExtensionsOf type: some TypeSyntaxProtocol, conformingTo protocols: [TypeSyntax],
        in context: some MacroExpansionContext
    ) throws -> [ExtensionDeclSyntax] {
        try DescribedMacro.expansion(
            of: node, attachedTo: declaration, providingExtensionsOf: type,
            conformingTo: protocols, in: context)
    }
}

/// Marks a property for DescribedMacro and writes nothing: `@Field`.
struct FieldMacro: PeerMacro {
    static func expansion(
        of node: AttributeSyntax, providingPeersOf declaration: some DeclSyntaxProtocol,
        in context: some MacroExpansionContext
    ) throws -> [DeclSyntax] {
        []
    }
}

extension StoredProperty {
    /// The expression of the property's FieldNote; nil without a doc comment and without `@Field`.
    fileprivate var note: String? {
        let text = declaration.docComment
        let forms = declaration.attributes.lazy.compactMap { $0.as(AttributeSyntax.self) }
            .first { $0.attributeName.trimmedDescription == "Field" }?
            .arguments?.as(LabeledExprListSyntax.self)
        guard text != nil || forms != nil else { return nil }
        let description = text.map { "\(StringLiteralExprSyntax(content: $0))" } ?? "nil"
        let arguments = [description] + (forms ?? []).map(\.expression.trimmedDescription)
        return "FieldNote(\(arguments.joined(separator: ", ")))"
    }
}
