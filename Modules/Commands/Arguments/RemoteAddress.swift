import HostFiles
import RPC
import ZeroMQTransport

/// The address of a system on another machine, and the file of the key for it. The key itself is never in
/// arguments or the environment, which other users can see.
struct RemoteAddress {
    private let address: String
    private let keyFile: String?

    /// Nil if neither the options nor the environment name an address, or the options name a home.
    init?(_ options: GlobalOptions, _ environment: [String: String]) {
        self.init(
            address: options.remote, keyFile: options.keyFile, home: options.home, environment)
    }

    /// Nil under the same conditions.
    init?(
        address: String?, keyFile: String?, home: String?, _ environment: [String: String]
    ) {
        func variable(_ name: String) -> String? {
            environment[name].flatMap { $0.isEmpty ? nil : $0 }
        }
        guard let address = address ?? (home == nil ? variable("DAYLINE_REMOTE") : nil) else {
            return nil
        }
        self.address = address
        self.keyFile = keyFile ?? variable("DAYLINE_KEY_FILE")
    }

    /// - Throws: A status if the address is not valid or the key cannot be read.
    var endpoint: Endpoint {
        get throws(Status) {
            guard let keyFile else {
                throw Status(
                    .invalidArgument, "The system at \(address) needs a key.",
                    hint:
                        "Name its file with --key-file FILE. Create one on the machine of the home: "
                        + "dayline keys new NAME --role log")
            }
            return try .tcp(address, key: BusKey(file: keyFile))
        }
    }
}
