package import RPC

extension Imports {
    /// The topic of how far imports are: while they read, at each later stage, and when they end.
    package static let progressTopic = "import.progress"
}

extension Imports.Progress {
    /// What is told of an import under way.
    package var fields: [String: String] {
        [
            "stage": stage.rawValue, "bytesRead": String(bytesRead),
            "bytesTotal": String(bytesTotal), "read": String(read),
        ]
    }
}

extension ImportReport {
    /// What is told of an import that is over.
    package var fields: [String: String] {
        [
            "stage": "done", "id": String(id), "read": String(read), "stored": String(stored),
            "duplicate": String(duplicate), "quarantined": String(quarantined),
            "ignored": String(ignored),
        ]
    }

    /// What is told of an import that came to nothing.
    package static func fields(of failure: Status) -> [String: String] {
        ["stage": "failed", "code": failure.code.name, "message": failure.message]
    }
}
