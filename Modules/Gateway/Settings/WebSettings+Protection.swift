import RPC

extension WebSettings {
    /// Checks that other machines reach the server only over an encrypted connection and with a login.
    /// - Parameter hasCredential: True if a profile has a password or a passkey.
    /// - Throws: FAILED_PRECONDITION with the remedy.
    func requireProtection(hasCredential: Bool) throws(Status) {
        guard isBeyondLoopback else { return }
        guard certificate != nil || !trustedProxies.isEmpty else {
            throw Status(
                .failedPrecondition,
                "The address \(listen) can be reached by other machines, and the connection would "
                    + "not be encrypted.",
                hint:
                    "Create a certificate with: dayline web certificate. Or name the proxy that adds "
                    + "TLS with --trusted-proxy ADDRESS, or listen on 127.0.0.1.")
        }
        guard hasCredential || identityHeader != nil else {
            throw Status(
                .failedPrecondition,
                "The address \(listen) can be reached by other machines, and no profile has a "
                    + "password or a passkey.",
                hint: "Set one first: dayline web password")
        }
    }
}
