/// The answer to a request.
package enum WebReply: Sendable {
    /// A page within the shell.
    case page(Page)
    /// Leads to another path, after a form was posted.
    case redirect(String)
    /// A document, such as a picture to download.
    case document(type: String, bytes: [UInt8])
}
