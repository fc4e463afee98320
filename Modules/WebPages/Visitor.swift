package import Texts

/// The person behind a request, from the session and the headers of the browser.
package struct Visitor: Sendable {
    /// The profile that the session is open for.
    package var profile: String
    /// The identifier of the login session; nil: none.
    package var session: String?
    /// The token that every form of the session carries.
    package var formToken: String
    /// The languages that the browser accepts, as it sends them.
    package let language: String
    /// The conventions of the first language of ``language`` that is known.
    package let locale: TextLocale
    /// The profiles that the session can change to, and its own; empty: only its own.
    package var profiles: [String]
    /// True if the session may add profiles.
    package var canAddProfiles = false
    /// The position in the stream of events at the time of the request; nil: the page has no stream.
    package var eventPosition: String?
    /// A sentence about all data, such as its time on a replica; nil: none.
    package var notice: String?
    /// The theme that the browser has chosen; nil: that of its system.
    package var theme: Theme?

    package init(
        profile: String, session: String? = nil, formToken: String, language: String,
        profiles: [String] = [],
        eventPosition: String? = nil, notice: String? = nil, theme: Theme? = nil
    ) {
        self.profile = profile
        self.session = session
        self.formToken = formToken
        self.language = language
        locale = TextLocale(acceptLanguage: language) ?? .fallback
        self.profiles = profiles
        self.eventPosition = eventPosition
        self.notice = notice
        self.theme = theme
    }
}
