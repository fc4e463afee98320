import RPC

extension WebRequest {
    /// The identifier of the activity in the path.
    var activity: String {
        get throws(Status) {
            guard let id = parameters["id"], !id.isEmpty else {
                throw Status(.invalidArgument, "The address has no activity.")
            }
            return id
        }
    }

    /// The request without the key of its form, for the second change of a form.
    var withoutKey: WebRequest {
        var request = self
        request.form["key"] = nil
        return request
    }
}
