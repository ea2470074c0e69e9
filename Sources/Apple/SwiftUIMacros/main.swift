import Foundation

// A macro plug-in without swift-syntax: the compiler writes requests in JSON, each after its length in 8 bytes, least
// significant first, and reads answers of the same form.

func read(_ count: Int) -> Data? {
    var data = Data()
    while data.count < count {
        let part = FileHandle.standardInput.readData(ofLength: count - data.count)
        if part.isEmpty { return nil }
        data.append(part)
    }
    return data
}

func answer(_ object: [String: Any]) throws {
    let text = try JSONSerialization.data(withJSONObject: object)
    let length = withUnsafeBytes(of: UInt64(text.count).littleEndian) { Data($0) }
    try FileHandle.standardOutput.write(contentsOf: length + text)
}

/// - Parameter request: asks what stands in the place of a macro, or beside the declaration that it is attached to.
func expansion(of request: [String: Any]) -> (source: String, problem: String?) {
    let macro = (request["macro"] as? [String: Any])?["typeName"] as? String
    let declaration = (request["declSyntax"] as? [String: Any])?["source"] as? String
    // `#Preview` and `@Previewable` expand to nothing, because nothing here shows previews; the compiler has checked what
    // is in them by then.
    guard macro == "Entry", let declaration else { return ("", nil) }
    guard let entry = Entry(declaration) else { return ("", Entry.problem) }
    return (request["macroRole"] as? String == "accessor" ? entry.accessors : entry.key, nil)
}

/// At the declaration that the request is about.
func diagnostic(_ problem: String, in request: [String: Any]) -> [String: Any] {
    let location = (request["declSyntax"] as? [String: Any])?["location"] as? [String: Any]
    let place = ["fileName": location?["fileName"] ?? "", "offset": location?["offset"] ?? 0]
    let nothing: [Any] = []
    return [
        "message": problem, "severity": "error", "position": place, "highlights": nothing, "notes": nothing,
        "fixIts": nothing,
    ]
}

while let head = read(8) {
    let length = head.enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    // A compiler that ends early leaves half a request, or an empty one.
    guard let body = read(length), let request = try? JSONSerialization.jsonObject(with: body) as? [String: Any] else {
        break
    }
    if request["getCapability"] != nil {
        let capability: [String: Any] = ["protocolVersion": 7, "features": [String]()]
        try answer(["getCapabilityResult": ["capability": capability]])
    } else {
        let request = request.values.first as? [String: Any] ?? [:]
        let (source, problem) = expansion(of: request)
        let diagnostics = problem.map { [diagnostic($0, in: request)] } ?? []
        try answer(["expandMacroResult": ["expandedSource": source, "diagnostics": diagnostics] as [String: Any]])
    }
}
