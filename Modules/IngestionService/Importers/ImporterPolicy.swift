package import HostFiles
package import Processes

/// The restrictions of importer processes.
package struct ImporterPolicy: Sendable {
    /// The folder of the home. An importer may read nothing in it except its own plugin.
    let home: String
    package var limits = Containment.Limits()
    /// Folders that importers may write to.
    package var writable: [String] = []

    package init(home: Home) {
        self.home = home.folder
    }

    /// The restrictions of one importer: it may read its input file, its plugin's folder and the
    /// files that its program needs to start, and may open local sockets to send its batches.
    func containment(of plugin: InstalledPlugin) -> Containment {
        var containment = Containment.reader
        containment.canUseLocalSockets = true
        containment.limits = limits
        containment.writable += writable
        let folders = [folder(of: plugin), Files.folder(of: plugin.executable)]
        containment.executable += folders.filter { !containsHome($0) }
        containment.allowStart(of: plugin.executable, unless: containsHome)
        // A plugin in a source tree uses the Python library of the tree.
        let tree = Files.folder(of: Files.folder(of: folders[0]))
        containment.readable.append("\(tree)/tools/python")
        return containment
    }

    /// Working folder of an importer: the folder of its plugin.
    func folder(of plugin: InstalledPlugin) -> String {
        plugin.file.hasPrefix("/")
            ? Files.folder(of: plugin.file) : Files.folder(of: plugin.executable)
    }

    /// True if the home is in the folder.
    private func containsHome(_ folder: String) -> Bool {
        home == folder || folder == "/" || home.hasPrefix(folder + "/")
    }
}
