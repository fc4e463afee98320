import HostFiles

extension PluginSkeleton {
    /// Writes the importer into a folder of its name.
    /// - Parameters:
    ///   - parent: The folder of the plugins.
    ///   - library: The folder of the Python library, which is copied beside the importer.
    /// - Throws: ALREADY_EXISTS if the folder exists.
    func writePython(into parent: String, library: String) throws {
        let folder = try createFolder(in: parent)
        for file in pythonFiles { try write(file, into: folder) }
        for name in Files.names(in: library) where name.hasSuffix(".py") {
            let text = String(decoding: try Files.read("\(library)/\(name)"), as: UTF8.self)
            try write(File(path: "dayline/\(name)", text: text), into: folder)
        }
    }

    private var pythonFiles: [File] {
        [
            manifest(executable: "importer.py"),
            File(path: "importer.py", text: Self.pythonImporter(name), isExecutable: true),
            File(path: "test_importer.py", text: Self.pythonTest, isExecutable: true),
        ]
    }

    private static func pythonImporter(_ name: String) -> String {
        """
        #!/usr/bin/env python3
        \"\"\"Reads lines of milliseconds since 1970 and millilitres of water: 1767225600000,250\"\"\"

        import dayline.importer


        def read(file, batches):
            water = batches.series("dietaryWater", "mL", "\(name)")
            for line in dayline.importer.lines(file):
                try:
                    time, amount = line.text.split(",")
                    batches.append(water, int(time), int(time), float(amount), line)
                except ValueError:
                    batches.quarantine(
                        "dietaryWater", line.offset, line.number, "no time and amount", line.text)
                batches.progress(line.offset)


        if __name__ == "__main__":
            dayline.importer.run(read)

        """
    }

    private static let pythonTest = """
        #!/usr/bin/env python3
        \"\"\"Run it: python3 test_importer.py\"\"\"

        import io
        import unittest

        from dayline.importer import Batches
        from importer import read


        class ImporterTests(unittest.TestCase):
            def test_lines_become_samples_and_damage_is_quarantined(self):
                sent = []
                batches = Batches(sent.append)
                read(io.BytesIO(b"1767225600000,250\\nnonsense\\n1767229200000,300\\n"), batches)
                batches.flush()
                body, columns = sent[0]
                self.assertEqual(list(columns["value"]), [250, 300])
                self.assertEqual([item["line"] for item in body["quarantined"]], [2])


        if __name__ == "__main__":
            unittest.main()

        """
}
