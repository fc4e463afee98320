import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder
import SwiftSyntaxMacros

/// The decoding initialiser and the encoding method of a struct, with the same JSON as those that the
/// compiler derives.
///
/// Derived members have a key type for each struct; these share MessageKey.
struct CodingMembers {
    private let declaration: any DeclGroupSyntax
    private let access: String

    /// `access` is the access level with a space behind the word, or empty.
    init(of declaration: some DeclGroupSyntax, access: String) {
        self.declaration = declaration
        self.access = access
    }

    /// Empty for a struct that is not `Codable`, and for one that writes its keys, its decoding or its
    /// encoding itself.
    var declarations: [DeclSyntax] {
        get throws {
            guard isCodable, !hasOwnCoding else { return [] }
            let properties = StoredProperty.all(in: declaration.memberBlock.members)
            let reads = try properties.filter(\.isSettable).map { try $0.decoding }
            return [
                """
                \(raw: access)init(from decoder: any Decoder) throws {
                let fields = try decoder.container(keyedBy: MessageKey.self)
                \(raw: reads.isEmpty ? "_ = fields" : reads.joined(separator: "\n"))
                }
                """,
                """
                \(raw: access)func encode(to encoder: any Encoder) throws {
                \(raw: properties.isEmpty ? "_" : "var fields") = \
                encoder.container(keyedBy: MessageKey.self)
                \(raw: try properties.map { try $0.encoding }.joined(separator: "\n"))
                }
                """,
            ]
        }
    }

    private var isCodable: Bool {
        declaration.inheritanceClause?.inheritedTypes.contains {
            $0.type.trimmedDescription == "Codable"
        } ?? false
    }

    private var hasOwnCoding: Bool {
        declaration.memberBlock.members.contains { member in
            if let keys = member.decl.as(EnumDeclSyntax.self) {
                return keys.name.text == "CodingKeys"
            }
            if let initializer = member.decl.as(InitializerDeclSyntax.self) {
                return initializer.signature.parameterClause.parameters.first?.firstName.text
                    == "from"
            }
            if let function = member.decl.as(FunctionDeclSyntax.self) {
                return function.name.text == "encode"
            }
            return false
        }
    }
}

extension StoredProperty {
    /// The statement that reads the property; a missing key and null are nil for an optional.
    fileprivate var decoding: String {
        get throws {
            guard let type else { throw missingType }
            let value =
                if let wrapped = type.wrappedType {
                    "decodeIfPresent(\(wrapped).self, forKey: \"\(name.identity)\")"
                } else {
                    "decode(\(type).self, forKey: \"\(name.identity)\")"
                }
            return "self.\(name) = try fields.\(value)"
        }
    }

    /// The statement that writes the property; nil has no key.
    fileprivate var encoding: String {
        get throws {
            guard let type else { throw missingType }
            let method = type.wrappedType == nil ? "encode" : "encodeIfPresent"
            return "try fields.\(method)(self.\(name), forKey: \"\(name.identity)\")"
        }
    }
}

extension TypeSyntax {
    /// The type of an optional's value; nil for a type that is not written as an optional.
    fileprivate var wrappedType: TypeSyntax? { self.as(OptionalTypeSyntax.self)?.wrappedType }
}
