import SwiftDiagnostics
import SwiftSyntax
import SwiftSyntaxBuilder

/// A stored property of a struct, as far as its declaration shows it.
struct StoredProperty {
    let declaration: VariableDeclSyntax
    let binding: PatternBindingSyntax
    let name: TokenSyntax
    /// The annotated type, or nil where the initial value alone determines the type.
    let annotatedType: TypeSyntax?

    var initialValue: ExprSyntax? { binding.initializer?.value.trimmed }

    /// True if the initialiser sets the property: a constant with an initial value cannot be set.
    var isSettable: Bool {
        declaration.bindingSpecifier.tokenKind == .keyword(.var) || initialValue == nil
    }

    /// The annotated type, or the type of an initial value that names it; nil where neither does.
    var type: TypeSyntax? { annotatedType ?? initialValue?.literalType }

    /// The error of a property whose type is not written.
    var missingType: DiagnosticsError {
        DiagnosticsError(diagnostics: [Diagnostic(node: binding, message: Fault.noType(name.text))])
    }

    /// The stored instance properties of a declaration, in order.
    static func all(in members: MemberBlockItemListSyntax) -> [Self] {
        members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
            .filter { !$0.isShared }
            .flatMap(all(of:))
    }

    private static func all(of declaration: VariableDeclSyntax) -> [Self] {
        var type: TypeSyntax?
        // `var a, b: Int` annotates the last name for all.
        let properties = declaration.bindings.reversed().compactMap { binding -> Self? in
            type = binding.typeAnnotation?.type.trimmed ?? (binding.initializer == nil ? type : nil)
            guard let pattern = binding.pattern.as(IdentifierPatternSyntax.self), binding.isStored
            else { return nil }
            return Self(
                declaration: declaration, binding: binding, name: pattern.identifier.trimmed,
                annotatedType: type)
        }
        return properties.reversed()
    }
}

extension VariableDeclSyntax {
    /// True for static and lazy properties, which a memberwise initialiser leaves out.
    fileprivate var isShared: Bool {
        modifiers.contains { modifier in
            [.keyword(.static), .keyword(.class), .keyword(.lazy)].contains(
                modifier.name.tokenKind)
        }
    }
}

extension PatternBindingSyntax {
    /// True without accessors, or with observers only.
    fileprivate var isStored: Bool {
        guard let accessorBlock else { return true }
        guard case .accessors(let accessors) = accessorBlock.accessors else { return false }
        return accessors.allSatisfy { accessor in
            [.keyword(.willSet), .keyword(.didSet)].contains(
                accessor.accessorSpecifier.tokenKind)
        }
    }
}

extension ExprSyntax {
    /// The type of a literal or of a call of an initialiser, `Name(...)`.
    fileprivate var literalType: TypeSyntax? {
        switch self.as(ExprSyntaxEnum.self) {
        case .booleanLiteralExpr: "Bool"
        case .integerLiteralExpr: "Int"
        case .floatLiteralExpr: "Double"
        case .stringLiteralExpr: "String"
        case .functionCallExpr(let call):
            call.calledExpression.namesType ? TypeSyntax("\(call.calledExpression.trimmed)") : nil
        default: nil
        }
    }

    /// True for `Name`, `Name<Argument>`, `Outer.Name` and `[Element]`.
    private var namesType: Bool {
        switch self.as(ExprSyntaxEnum.self) {
        case .declReferenceExpr(let reference):
            reference.baseName.text.first?.isUppercase ?? false
        case .genericSpecializationExpr(let generic): generic.expression.namesType
        case .memberAccessExpr(let member):
            (member.base?.namesType ?? false)
                && (member.declName.baseName.text.first?.isUppercase ?? false)
        case .arrayExpr, .dictionaryExpr: true
        default: false
        }
    }
}

extension TokenSyntax {
    /// The name without backticks.
    var identity: String { identifier?.name ?? text }
}
