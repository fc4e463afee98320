import CivilTime
import FoundationEssentials
import HostFiles
import Logging
import NIOCore
import NIOSSL
import RPC
import Synchronization
import X509

/// The certificate in use. It changes with its files, and open connections remain.
final class ServerTLS: Sendable {
    private struct State {
        var certificate: ServerCertificate?
        /// The versions of the files that were read last.
        var stamps: [FileStamp?] = []
        /// The reason why the files were not used; nil: they are in use.
        var problem: String?
    }

    let local: LocalCertificates
    /// The authorities whose certificates are public. Read when a certificate of files is checked: the system
    /// has some 140 authorities, which take time and memory.
    private let roots: @Sendable () -> CertificateStore
    private let state = Mutex(State())
    private let logger: Logger
    /// Seconds since 1970.
    private let now: @Sendable () -> Int64

    /// Time between two checks of the files.
    private static let checkInterval = Duration.seconds(5)
    private static let sizeLimit = 1 << 20

    init(
        local: LocalCertificates,
        roots: @escaping @Sendable () -> CertificateStore = { .systemTrustRoots }, logger: Logger,
        now: @escaping @Sendable () -> Int64
    ) {
        self.local = local
        self.roots = roots
        self.logger = logger
        self.now = now
    }

    private var date: Date { Date(timeIntervalSince1970: TimeInterval(now())) }

    /// The certificate in use; nil: none.
    var certificate: ServerCertificate? { state.withLock { $0.certificate } }

    /// The reason why the newest certificate is not in use, or is not valid any more; nil: neither.
    var problem: String? {
        let (certificate, problem) = state.withLock { ($0.certificate, $0.problem) }
        if let problem { return problem }
        guard let certificate, certificate.leaf.notValidAfter <= date else { return nil }
        return
            "The certificate has expired. Renew it, or use another one with: dayline web certificate"
    }

    /// Checks that the certificate of settings can be used. The own one is renewed before if that is due.
    /// - Throws: A `Status` with the remedy if the certificate cannot be used, or is not for the public
    ///   address.
    func prepare(_ settings: WebSettings) async throws {
        guard let source = settings.certificate else { return }
        if source == .local {
            var unnamed = settings
            unnamed.publicAddress = nil
            // A damaged or expired certificate of the own authority is replaced.
            let present = try? await read(source, for: unnamed).certificate
            try local.renewIfDue(present, for: settings.publicAddress, now: date)
        }
        _ = try await read(source, for: settings)
    }

    /// Uses the certificate of settings from now on.
    /// - Throws: As ``prepare(_:)``.
    func use(_ settings: WebSettings) async throws {
        guard let source = settings.certificate else {
            return state.withLock { $0 = State() }
        }
        try await prepare(settings)
        let (certificate, stamps) = try await read(source, for: settings)
        state.withLock { $0 = State(certificate: certificate, stamps: stamps) }
    }

    /// Issues a certificate by the home's own authority, and uses the certificate if settings do.
    /// - Returns: The authority and the certificate.
    func issue(
        _ settings: WebSettings, replacesAuthority: Bool
    ) async throws -> (CertificateAuthority, ServerCertificate) {
        let authority = try local.issue(
            for: settings.publicAddress, replacesAuthority: replacesAuthority, now: date)
        let (certificate, stamps) = try await read(.local, for: settings)
        state.withLock { state in
            // Otherwise the server starts with the certificate once the settings are stored.
            if state.certificate != nil {
                state = State(certificate: certificate, stamps: stamps)
            }
        }
        return (authority, certificate)
    }

    /// Renews the own certificate when due, and uses files that have changed. If they cannot be used, the
    /// certificate remains in use.
    func refresh(_ settings: WebSettings) async {
        guard let source = settings.certificate else { return }
        do {
            if source == .local {
                try local.renewIfDue(certificate, for: settings.publicAddress, now: date)
            }
            guard state.withLock({ $0.stamps }) != stamps(of: source) else { return }
            let (certificate, stamps) = try await read(source, for: settings)
            state.withLock { $0 = State(certificate: certificate, stamps: stamps) }
            logger.notice("The web app uses another certificate.")
        } catch {
            let problem = Status(describing: error).description
            let isNew = state.withLock { state in
                defer { state.problem = problem }
                return state.problem != problem
            }
            if isNew { logger.warning("The web app keeps its certificate. \(problem)") }
        }
    }

    /// Calls ``refresh(_:)`` until the task is cancelled, or until there is a certificate for a server that
    /// was started without one.
    func watch(_ settings: WebSettings) async {
        while true {
            try? await Task.sleep(for: Self.checkInterval)
            guard !Task.isCancelled else { return }
            let wasMissing = certificate == nil
            await refresh(settings)
            if wasMissing, certificate != nil { return }
        }
    }

    /// The settings of TLS, with the certificate in use at the time of each connection; nil: there is no
    /// certificate.
    var configuration: TLSConfiguration? {
        guard var configuration = certificate?.configuration else { return nil }
        configuration.sslContextCallback = { [self] _, promise in
            promise.succeed(certificate?.override ?? .noChanges)
        }
        return configuration
    }

    /// The certificate of settings, and the versions of its files.
    private func read(
        _ source: CertificateSource, for settings: WebSettings
    ) async throws -> (certificate: ServerCertificate, stamps: [FileStamp?]) {
        let files = self.files(of: source)
        // Before the files are read, so that a change while they are read is noticed.
        let stamps = stamps(of: source)
        let text = try files.map {
            String(decoding: try Files.read($0, limit: Self.sizeLimit), as: UTF8.self)
        }.joined(separator: "\n")
        let certificate = try await ServerCertificate(
            pem: text, name: files.joined(separator: " and "),
            roots: source == .local ? nil : roots(), now: date)
        guard let address = settings.publicAddress,
            !certificate.names.covers(CertificateNames(address))
        else { return (certificate, stamps) }
        throw Status(
            .invalidArgument,
            "The certificate is for \(certificate.names.texts.joined(separator: ", ")) and not for "
                + "\(address.host).",
            hint: source == .local
                ? "Renew it with: dayline web certificate"
                : "Use a certificate for that name, or another address with --public-url URL.")
    }

    private func files(of source: CertificateSource) -> [String] {
        switch source {
        case .local: [local.serverFile]
        case .files(let certificate, let key): [certificate, key]
        }
    }

    private func stamps(of source: CertificateSource) -> [FileStamp?] {
        files(of: source).map { FileStamp(path: $0) }
    }
}

extension Certificate {
    /// The time at which the certificate expires, RFC 3339 in UTC.
    var expiry: String { instantText(Int64(notValidAfter.timeIntervalSince1970) * 1000) }
}
