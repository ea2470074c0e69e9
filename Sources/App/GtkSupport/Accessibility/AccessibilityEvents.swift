/// The events that have listeners on the accessibility bus.
struct AccessibilityEvents {
    private let names: [[Substring]]

    /// - Parameter names: as they are registered: `Object:StateChanged:Showing`. An empty part, or none, means all.
    init(_ names: [String]) { self.names = names.map { $0.split(separator: ":") } }

    /// Whether an object's event has a listener.
    func include(_ event: String, _ detail: String = "") -> Bool {
        names.contains { name in zip(name, ["Object", event, detail]).allSatisfy { $0 == $1 } }
    }
}
