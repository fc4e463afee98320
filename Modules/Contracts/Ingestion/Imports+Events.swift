package import RPC

extension Imports {
    /// The topic of the progress of imports: during reading, at each later stage, and at the end.
    package static let progressTopic = "import.progress"
    /// The topic of imports that fail, with the fields of the progress of a failed import.
    package static let failedTopic = "import.failed"
}

extension Imports.Progress {
    /// The fields of the event of a running import.
    package var fields: [String: String] {
        [
            "stage": stage.rawValue, "bytesRead": String(bytesRead),
            "bytesTotal": String(bytesTotal), "read": String(read),
        ]
    }
}

extension ImportReport {
    /// The fields of the event of a finished import.
    package var fields: [String: String] {
        [
            "stage": "done", "id": String(id), "read": String(read), "stored": String(stored),
            "duplicate": String(duplicate), "quarantined": String(quarantined),
            "ignored": String(ignored),
        ]
    }

    /// The fields of the event of a failed import.
    package static func fields(of failure: Status) -> [String: String] {
        ["stage": "failed", "code": failure.code.name, "message": failure.message]
    }
}
