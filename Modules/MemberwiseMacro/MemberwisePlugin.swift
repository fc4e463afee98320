@_spi(PluginMessage) import SwiftCompilerPluginMessageHandling
import SwiftSyntaxMacros

/// The program that the compiler starts to expand the macros of the module Memberwise.
///
/// `SwiftCompilerPlugin`, which usually has this main function, is not among the libraries of the toolchain.
@main
struct MemberwisePlugin: PluginProvider {
    private static var macros: [String: any Macro.Type] {
        [
            "InitializerMacro": InitializerMacro.self, "DescribedMacro": DescribedMacro.self,
            "MessageMacro": MessageMacro.self, "FieldMacro": FieldMacro.self,
        ]
    }

    struct UnknownMacro: Error {
        let name: String
    }

    func resolveMacro(moduleName: String, typeName: String) throws -> any Macro.Type {
        guard let macro = Self.macros[typeName] else { throw UnknownMacro(name: typeName) }
        return macro
    }

    static func main() throws {
        let listener = CompilerPluginMessageListener(
            connection: try StandardIOMessageConnection(), provider: Self())
        try listener.main()
    }
}
