package import HostFiles
package import Processes

/// The restrictions that importers are started under.
package struct ImporterPolicy: Sendable {
    /// The folder of the home, nothing of which an importer may read but its own plugin.
    let home: String
    package var limits = Containment.Limits()
    /// Folders that importers may write to.
    package var writable: [String] = []

    package init(home: Home) {
        self.home = home.folder
    }

    /// The restrictions of one importer: it may read the file that it is handed, its plugin's folder,
    /// and what its program needs to start; it may open sockets of this machine, since it hands over
    /// its batches through one.
    func containment(of plugin: InstalledPlugin) -> Containment {
        var containment = Containment.reader
        containment.canUseLocalSockets = true
        containment.limits = limits
        containment.writable += writable
        let folders = [folder(of: plugin), Files.folder(of: plugin.executable)]
        containment.executable += folders.filter { !containsHome($0) }
        containment.allowStart(of: plugin.executable, unless: containsHome)
        // The library of importers in Python, where the plugin uses that of a source tree.
        let tree = Files.folder(of: Files.folder(of: folders[0]))
        containment.readable.append("\(tree)/tools/python")
        return containment
    }

    /// Where an importer runs: the folder of its plugin.
    func folder(of plugin: InstalledPlugin) -> String {
        plugin.file.hasPrefix("/")
            ? Files.folder(of: plugin.file) : Files.folder(of: plugin.executable)
    }

    /// True if the home is in the folder.
    private func containsHome(_ folder: String) -> Bool {
        home == folder || folder == "/" || home.hasPrefix(folder + "/")
    }
}
