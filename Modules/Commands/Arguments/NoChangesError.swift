import ArgumentParser

/// The error of an edit command without any change.
enum NoChangesError {
    static let error = ValidationError("There is nothing to change. Name at least one option.")
}
