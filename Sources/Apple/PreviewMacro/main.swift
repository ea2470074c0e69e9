import Foundation

// A macro plug-in without swift-syntax: the compiler writes requests in JSON, each after its length in 8 bytes, least
// significant first, and reads answers of the same form. `#Preview` expands to nothing, because nothing here shows
// previews; the compiler has checked the views in it by then.

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
        try answer(["expandMacroResult": ["expandedSource": "", "diagnostics": [Any]()] as [String: Any]])
    }
}
