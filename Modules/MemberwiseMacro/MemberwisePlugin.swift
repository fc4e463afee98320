import SwiftCompilerPlugin
import SwiftSyntaxMacros

/// The program that the compiler starts to expand the macros of the module Memberwise.
@main
struct MemberwisePlugin: CompilerPlugin {
    let providingMacros: [any Macro.Type] = [
        InitializerMacro.self, DescribedMacro.self, MessageMacro.self, FieldMacro.self,
    ]
}
