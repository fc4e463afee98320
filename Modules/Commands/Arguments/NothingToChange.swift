import ArgumentParser

/// What a command says that is to change something and was not told what.
enum NothingToChange {
    static let error = ValidationError("Say what is to be changed.")
}
