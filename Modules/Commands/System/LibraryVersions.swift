import Glibc
import HostFiles
import Presentation
import RPC

/// The versions of the system's libraries that the programs of this installation load, and of the packages
/// that are linked into them.
struct LibraryVersions: Encodable {
    let version = ProductVersion.text
    /// The version of the compiler without its patch level.
    let compiler = Self.compilerVersion
    let libraries: [LoadedLibrary]
    /// The linked packages and the Swift runtime; empty if the installation does not list them, such as a
    /// build in a source tree.
    let packages: [LinkedPackage]
    private let system: String

    /// - Parameter programs: The folder of the programs.
    init(programs: String = ProgramPath.folder) {
        libraries = Self.all.map { LoadedLibrary(name: $0.name, version: $0.version()) }
        packages = Self.packages("\(Files.folder(of: programs))/\(Self.packageFile)")
        system = Self.systemName
    }

    /// The name of the list of packages, which `tools/package` writes into the folder above the programs.
    static let packageFile = "packages.json"

    struct LinkedPackage: Codable, Hashable {
        var name: String
        var version: String
    }

    /// The list of a file; empty if the file is missing or not valid.
    private static func packages(_ path: String) -> [LinkedPackage] {
        guard let bytes = try? Files.readIfPresent(path) else { return [] }
        return (try? JSONBody.decode([LinkedPackage].self, from: Bytes(bytes))) ?? []
    }

    private static var compilerVersion: String {
        #if compiler(>=6.4)
        "6.4 or later"
        #elseif compiler(>=6.3)
        "6.3"
        #else
        "6.2"
        #endif
    }

    struct LoadedLibrary: Encodable {
        var name: String
        /// Nil if the library is not installed.
        var version: String?
    }

    /// True for the arguments `--version --verbose`, also with `--json`.
    static func isRequested(by arguments: [String]) -> Bool {
        arguments.contains("--version") && arguments.contains("--verbose")
            && arguments.allSatisfy { ["--version", "--verbose", "--json"].contains($0) }
    }

    func text(_ output: Output) -> String {
        let lines = libraries.map { "\($0.name)  \($0.version ?? "not installed")" }
        let linked = packages.map { "\($0.name)  \($0.version)" }
        return (["dayline \(version)", "Swift compiler  \(compiler)"] + lines + linked + [system])
            .joined(separator: "\n")
    }

    private struct Library: Sendable {
        let name: String
        let version: @Sendable () -> String?
    }

    private static let all: [Library] = [
        Library(name: "libzmq") { numbers("libzmq.so.5", "zmq_version") },
        Library(name: "SQLite") { text("libsqlite3.so.0", "sqlite3_libversion") },
        Library(name: "libsodium") { text("libsodium.so.23", "sodium_version_string") },
        Library(name: "libcurl") {
            // The text begins with `libcurl/7.88.1 ` and names the libraries of libcurl.
            text("libcurl.so.4", "curl_version")?.split(separator: " ").first
                .map { String($0.drop { $0 != "/" }.dropFirst()) }
        },
        Library(name: "libzip") { text("libzip.so.4", "zip_libzip_version") },
        Library(name: "zlib") { text("libz.so.1", "zlibVersion") },
        Library(name: "xxHash") {
            number("libxxhash.so.0", "XXH_versionNumber").map {
                "\($0 / 10000).\($0 / 100 % 100).\($0 % 100)"
            }
        },
        Library(name: "librsvg") {
            let parts = ["major", "minor", "micro"].compactMap { part in
                call("librsvg-2.so.2", "rsvg_\(part)_version") { symbol in
                    String(symbol.load(as: UInt32.self))
                }
            }
            return parts.count == 3 ? parts.joined(separator: ".") : nil
        },
        Library(name: "libpq") {
            number("libpq.so.5", "PQlibVersion").map { "\($0 / 10000).\($0 % 10000)" }
        },
        Library(name: "libmosquitto") { numbers("libmosquitto.so.1", "mosquitto_lib_version") },
        // The library of the programs that convert photos.
        Library(name: "libvips") { text("libvips.so.42", "vips_version_string") },
        Library(name: "glibc") { text("libc.so.6", "gnu_get_libc_version") },
    ]

    /// The result of a function without arguments that returns a text; nil without that library.
    private static func text(_ library: String, _ function: String) -> String? {
        call(library, function) { symbol in
            typealias Function = @convention(c) () -> UnsafePointer<CChar>?
            return unsafeBitCast(symbol, to: Function.self)().map { String(cString: $0) }
        }
    }

    /// The result of a function without arguments that returns a number; nil without that library.
    private static func number(_ library: String, _ function: String) -> UInt32? {
        call(library, function) { symbol in
            typealias Function = @convention(c) () -> UInt32
            return unsafeBitCast(symbol, to: Function.self)()
        }
    }

    /// The version of a function that writes three numbers; nil without that library. The function may
    /// also return a number, which is not read.
    private static func numbers(_ library: String, _ function: String) -> String? {
        call(library, function) { symbol in
            typealias Number = UnsafeMutablePointer<Int32>
            typealias Function = @convention(c) (Number, Number, Number) -> Void
            var numbers: (Int32, Int32, Int32) = (0, 0, 0)
            unsafeBitCast(symbol, to: Function.self)(&numbers.0, &numbers.1, &numbers.2)
            return "\(numbers.0).\(numbers.1).\(numbers.2)"
        }
    }

    /// Loads a library and calls `body` with the address of a symbol; nil if either is missing.
    private static func call<Value>(
        _ library: String, _ symbol: String, _ body: (UnsafeMutableRawPointer) -> Value?
    ) -> Value? {
        // The library stays loaded, since others may use it.
        guard let handle = dlopen(library, RTLD_NOW | RTLD_LOCAL) else { return nil }
        return dlsym(handle, symbol).flatMap(body)
    }

    private static var systemName: String {
        var name = utsname()
        guard uname(&name) == 0 else { return "Linux" }
        return "\(text(&name.sysname)) \(text(&name.release)) \(text(&name.machine))"
    }

    private static func text<Characters>(_ characters: inout Characters) -> String {
        withUnsafeBytes(of: &characters) { bytes in
            String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
        }
    }
}
