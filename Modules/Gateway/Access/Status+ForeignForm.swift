import RPC

extension Status {
    /// A posted form does not have the token of the browser that sent it.
    static let foreignForm = Status(
        .permissionDenied, "The form was not made for this browser.",
        hint: "Load the page again and repeat the change.")
}
