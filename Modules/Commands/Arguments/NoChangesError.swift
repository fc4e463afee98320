import ArgumentParser

/// What a command says that is to change something and was not told what.
enum NoChangesError {
    static let error = ValidationError("Say what is to be changed.")
}
