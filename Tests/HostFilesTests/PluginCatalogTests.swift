import RPC
import Testing

@testable import HostFiles

struct PluginCatalogTests {
    let temporary: TemporaryFolder
    let home: Home

    init() throws {
        temporary = try TemporaryFolder()
        home = Home(folder: "\(temporary.path)/home", runFolder: "\(temporary.path)/run")
        try temporary.write("", to: "build/out/debug/Program", mode: 0o700)
        try temporary.write("", to: "build/out/debug/Text", mode: 0o600)
    }

    @Test
    func `plugins of a source tree run programs beside the supervisor`() throws {
        try write("b", in: "Plugins/B")
        try write("a", in: "Plugins/A")
        try temporary.write("", to: "Plugins/README.md")

        let catalog = catalog()

        #expect(catalog.plugins.map(\.manifest.name) == ["a", "b"])
        #expect(
            catalog.plugins.map(\.executable).allSatisfy {
                $0.hasSuffix("/build/out/debug/Program")
            })
        #expect(catalog.problems == [])
    }

    @Test
    func `a plugin of the home runs the program beside its manifest`() throws {
        try write("a", in: "Plugins/A")
        try write("other", in: "home/plugins/other", executable: "run.py")
        try temporary.write("", to: "home/plugins/other/run.py", mode: 0o700)

        let plugins = catalog().plugins

        #expect(plugins.last?.executable == "\(home.folder)/plugins/other/run.py")
    }

    @Test
    func `a plugin of the project runs a script beside its manifest`() throws {
        try write("a", in: "Plugins/A", executable: "run.py")
        try temporary.write("", to: "Plugins/A/run.py", mode: 0o700)

        #expect(catalog().plugins.map(\.executable) == ["\(temporary.path)/Plugins/A/run.py"])
    }

    @Test(arguments: [
        (folder: "Plugins/A", isAccepted: true), (folder: "home/plugins/a", isAccepted: false),
    ])
    func `a service with the reserved prefix is refused in the home`(
        folder: String, isAccepted: Bool
    ) throws {
        try write("b", in: "Plugins/B")
        try temporary.write("", to: "home/plugins/a/Program", mode: 0o700)
        try temporary.write(
            """
            {"name": "a", "kind": "worker", "executable": "Program", "summary": "Tests.",
             "version": "1.0", "services": ["example.Echo", "dayline.example.Echo"]}
            """, to: "\(folder)/plugin.json")

        let catalog = catalog()

        #expect(catalog.plugins.contains { $0.manifest.name == "a" } == isAccepted)
        #expect(catalog.problems.map(\.key) == (isAccepted ? [] : ["services"]))
        let message = catalog.problems.first?.status.message
        #expect(message?.contains("\"dayline.example.Echo\"") == (isAccepted ? nil : true))
    }

    @Test
    func `a faulty manifest excludes only its own plugin`() throws {
        try write("a", in: "Plugins/A")
        try temporary.write("{", to: "Plugins/B/plugin.json")
        try write("c", in: "Plugins/C", executable: "Text")
        try write("d", in: "Plugins/D", executable: "Missing")
        try write("a", in: "home/plugins/again", executable: "plugin.json")
        makeRunnable("\(temporary.path)/home/plugins/again/plugin.json")

        let catalog = catalog()

        #expect(catalog.plugins.map(\.manifest.name) == ["a"])
        #expect(catalog.problems.map(\.key) == [nil, "executable", "executable", "name"])
    }

    @Test
    func `the environment names another folder of plugins`() throws {
        try write("a", in: "Plugins/A")
        try write("b", in: "elsewhere/B")

        let catalog = catalog(["DAYLINE_PLUGINS": "\(temporary.path)/elsewhere"])

        #expect(catalog.plugins.map(\.manifest.name) == ["b"])
    }

    @Test
    func `a missing plugin folder is a problem`() {
        #expect(catalog().problems.map(\.problem) == ["there is no such folder of plugins"])
    }

    private func catalog(_ environment: [String: String] = [:]) -> PluginCatalog {
        PluginCatalog(
            home: home, programFolder: "\(temporary.path)/build/out/debug",
            environment: environment)
    }

    private func write(
        _ name: String, in folder: String, executable: String = "Program"
    ) throws {
        try temporary.write(
            """
            {"name": "\(name)", "kind": "worker", "executable": "\(executable)",
             "summary": "Tests.", "version": "1.0"}
            """, to: "\(folder)/plugin.json")
    }
}
