import Contracts
import Presentation
import RPC

/// The form that sends a file to import, and the zone where files can be dropped.
///
/// Its fields are `file`, `dryRun` ("on" or absent), `importer`, `zone` and `reconcile` ("on" or absent).
struct ImportForm: HTMLPart {
    let visitor: Visitor
    let importers: [Imports.Importer]
    /// The reason why a file was refused; nil: an empty form.
    let problem: Status?

    private static let commonEndings = [".csv", ".json", ".xml", ".zip"]

    var html: HTML {
        element(
            "form",
            [
                "method": "post", "action": "/import", "class": "drop-zone",
                "enctype": "multipart/form-data",
            ]
        ) {
            formToken(visitor)
            FormKey.field
            Self.drawing
            element("h2") { "Choose or drop a file" }
            element("p", ["class": "soft"]) {
                "The export of a phone, a watch or an app, or a document of the tracker. A file that is imported again adds nothing twice."
            }
            file
            element("div", ["class": "row"]) {
                button("Import", class: "button main", id: "import-start")
                checkBox(id: "dry-run", name: "dryRun", value: nil, isChecked: false) {
                    "Count only, store nothing"
                }
            }
            options
            element("div", ["class": "stack tight", "data-upload": "", "hidden": ""]) {
                element("progress", ["class": "bar tone-accent", "aria-label": "Upload"])
                element("p", ["class": "small soft"])
            }
        }
    }

    private static let drawing = HTML.markup(
        """
        <svg class="drawing" viewBox="0 0 160 56" aria-hidden="true">\
        <path d="M40 50h80M80 8v28M68 26l12 12 12-12"/></svg>
        """)

    private var file: HTML {
        labelled("File", for: "file") {
            element(
                "input",
                [
                    "id": "file", "name": "file", "type": "file", "accept": accepted,
                    "required": "", "aria-invalid": problem == nil ? nil : "true",
                    "aria-describedby": problem == nil ? nil : "file-error",
                ])
            if let problem {
                element("span", ["class": "error", "id": "file-error"]) { problem.description }
            }
        }
    }

    /// The endings of the names of files, for the dialog that chooses one.
    private var accepted: String {
        let patterns = importers.flatMap(\.accepts).filter { $0.hasPrefix("*.") }
            .map { String($0.dropFirst()) }
        return Set(patterns + Self.commonEndings).sorted().joined(separator: ",")
    }

    private var options: HTML {
        element("details", ["class": "fold", "id": "import-options"]) {
            element("summary") { "More options" }
            element("div", ["class": "stack"]) {
                if !importers.isEmpty { importerField }
                labelled(ImportNotice.zoneField, for: "import-zone") {
                    element(
                        "input",
                        [
                            "id": "import-zone", "name": "zone", "type": "text",
                            "autocomplete": "off", "placeholder": "Europe/Berlin",
                        ])
                }
                checkBox(id: "reconcile", name: "reconcile", value: nil, isChecked: false) {
                    "Remove stored data that this complete export lacks"
                }
            }
        }
    }

    private var importerField: HTML {
        labelled("Format", for: "importer") {
            element("select", ["id": "importer", "name": "importer"]) {
                element("option", ["value": ""]) { "By name and content" }
                for importer in importers {
                    element("option", ["value": importer.name]) { importer.name }
                }
            }
        }
    }
}
