package import Charts

/// A response with one form as text, independent of the request.
package protocol TextPresentable {
    /// The response for people; empty if there is nothing to show.
    func text(_ styler: some TextStyler) -> String
}

/// A response with one picture, independent of the request.
package protocol PicturePresentable {
    var picture: Picture { get }
}
