import CoreMedia
import Glibc
import Locking

/// The running capture: open sources, and the routes by which their frames reach the sinks.
///
/// | phase | `apply` | `start` | `stop` |
/// | --- | --- | --- | --- |
/// | idle | keeps the graph | opens the graph's sources, → running | nothing |
/// | running | opens, closes and reroutes only what differs | nothing | closes all sources, → idle |
///
/// `apply`, `start` and `stop` block and wait for each other; frames flow on the sources' threads meanwhile. A source
/// that fails ends its routes, is reported to `onFailure`, and is closed with the next change.
package final class CapturePipeline: Sendable {
    /// An open source, and the part of the graph that it serves.
    private struct OpenSource: Sendable {
        var node: CaptureGraph.Source
        var source: any FrameSource
    }

    private struct State {
        var isRunning = false
        var graph = CaptureGraph()
        var open: [OpenSource] = []
    }

    private let catalog: DeviceCatalog
    private let clock: any CaptureClock
    private let onFailure: @Sendable (CaptureError) -> Void
    /// Held while sources are opened and closed; never taken by a source's thread.
    private let control = Mutex(State())
    private struct Flow {
        /// Read once per frame.
        var routes: [DeviceID: [CaptureGraph.Route]] = [:]
        /// Open sources that have failed and deliver nothing more.
        var failed: Set<DeviceID> = []
        /// The open sources, for callers that must not wait while others open and close.
        var open: [DeviceID: any FrameSource] = [:]
    }

    private let flow = Mutex(Flow())

    /// - Parameters:
    ///   - clock: the time of the sources that make their own frames.
    ///   - onFailure: called on the failing source's thread; it must return quickly.
    package init(
        catalog: DeviceCatalog, clock: any CaptureClock = MonotonicClock.shared,
        onFailure: @escaping @Sendable (CaptureError) -> Void
    ) {
        self.catalog = catalog
        self.clock = clock
        self.onFailure = onFailure
    }

    deinit {
        stop()
    }

    /// Makes `graph` the running one.
    ///
    /// An unchanged source continues without losing a frame. After that, frames reach only the new sinks.
    /// - Throws: the error of the first source that could not be opened. Old sources that the new graph does not need
    ///   are closed all the same, and those that could be opened run.
    package func apply(_ graph: CaptureGraph) throws(CaptureError) {
        try control.withLock { (state) throws(CaptureError) in
            state.graph = graph
            guard state.isRunning else { return }
            try reconcile(&state)
        }
    }

    /// Opens the graph's sources and starts the flow of frames.
    ///
    /// - Throws: the error of the first source that could not be opened; then nothing runs.
    package func start() throws(CaptureError) {
        try control.withLock { (state) throws(CaptureError) in
            guard !state.isRunning else { return }
            state.isRunning = true
            do throws(CaptureError) {
                try reconcile(&state)
            } catch {
                state.isRunning = false
                close(&state)
                throw error
            }
        }
    }

    /// Gives a running camera new settings; does nothing if it is not open or cannot be adjusted.
    package func adjust(_ device: DeviceID, to settings: CameraSettings) {
        (openSource(device) as? any AdjustableSource)?.adjust(settings)
    }

    /// The open source of a device that can take stills; `nil` if the device is not open or cannot.
    package func stillSource(of device: DeviceID) -> (any StillSource)? {
        openSource(device) as? any StillSource
    }

    /// Whether frames arrive by a route, or will once its source is open; `false` after the route's end was reported.
    package func isRunning(_ route: RouteID) -> Bool {
        flow.withLock { $0.routes.values.contains { $0.contains { $0.id == route } } }
    }

    private func openSource(_ device: DeviceID) -> (any FrameSource)? {
        flow.withLock { $0.open[device] }
    }

    /// Closes all sources. When it returns, no sink is being called, and each route's end has been reported.
    ///
    /// - Parameter error: the error that sinks receive; `nil` if the capture ends normally.
    package func stop(because error: CaptureError? = nil) {
        control.withLock { state in
            guard state.isRunning else { return }
            state.isRunning = false
            close(&state, error)
        }
    }

    private func close(_ state: inout State, _ error: CaptureError? = nil) {
        for open in state.open { open.source.stop() }
        state.open = []
        flow.withLock { flow in
            flow.failed = []
            flow.open = [:]
        }
        replaceRoutes(with: [], error)
    }

    private func reconcile(_ state: inout State) throws(CaptureError) {
        let wanted = state.graph.sources
        let failed = flow.withLock { $0.failed }
        let (kept, obsolete) = state.open.partitioned { open in
            !failed.contains(open.node.device.id) && wanted.contains { $0.isSatisfied(by: open.node) }
        }
        // Closed before others are opened, because the same device may be wanted in another format.
        for open in obsolete { open.source.stop() }
        flow.withLock { $0.failed.subtract(failed) }
        state.open = kept
        publishOpenSources(of: state)
        defer { publishOpenSources(of: state) }
        replaceRoutes(
            with: state.graph.routes,
            CaptureError(.reconfigured, "The capture session was reconfigured in the meantime"))
        for open in obsolete {
            for route in routes(from: open.node.device.id) { route.sink.sourceReopens(route) }
        }
        for index in state.open.indices {
            guard let node = wanted.first(where: { $0.isSatisfied(by: state.open[index].node) }) else { continue }
            if state.open[index].node.depth != node.depth {
                (state.open[index].source as? any DepthSource)?.streamDepth(node.depth)
                state.open[index].node.depth = node.depth
            }
        }
        for node in wanted where !kept.contains(where: { node.isSatisfied(by: $0.node) }) {
            state.open.append(OpenSource(node: node, source: try open(node)))
        }
    }

    private func publishOpenSources(of state: State) {
        let open = Dictionary(state.open.map { ($0.node.device.id, $0.source) }, uniquingKeysWith: { $1 })
        flow.withLock { $0.open = open }
    }

    private func open(_ node: CaptureGraph.Source) throws(CaptureError) -> any FrameSource {
        let source = try catalog.source(for: node.device)
        do throws(CaptureError) {
            try start(source, for: node)
            return source
        } catch {
            guard error.code == .deviceInUse, let way = catalog.source(standingInFor: node.device) else { throw error }
            let other = SharedCameraSource(way)
            do throws(CaptureError) {
                try start(other, for: node)
            } catch let refusal {
                // The first error names the program that holds the camera. The other way knows only what has to be
                // different to share the camera with it.
                throw refusal.code == .deviceInUse ? refusal : error
            }
            return other
        }
    }

    private func start(_ source: any FrameSource, for node: CaptureGraph.Source) throws(CaptureError) {
        let id = node.device.id
        let onFrame = node.onFrame
        if let depth = node.depth { (source as? any DepthSource)?.streamDepth(depth) }
        try source.start(node.configuration) { [weak self] event in
            if case .sample(let sample) = event { onFrame?(sample) }
            self?.deliver(event, from: id)
        }
    }

    private func deliver(_ event: SourceEvent, from source: DeviceID) {
        switch event {
        case .sample(let sample):
            for route in routes(from: source) where route.media == .main { route.sink.consume(sample, from: route) }
            if clock.waitsForSinks { waitForSinks(of: source) }
        case .dropped(let timestamp, let reason):
            for route in routes(from: source) where route.media == .main {
                route.sink.missedFrame(at: timestamp, reason: reason, from: route)
            }
        case .depth(let sample):
            for route in routes(from: source) where route.media == .depth { route.sink.consume(sample, from: route) }
        case .depthDropped(let timestamp, let reason):
            for route in routes(from: source) where route.media == .depth {
                route.sink.missedFrame(at: timestamp, reason: reason, from: route)
            }
        case .failed(let error):
            let ended = flow.withLock { flow in
                flow.failed.insert(source)
                return flow.routes.removeValue(forKey: source) ?? []
            }
            for route in ended { route.sink.routeEnded(route, error: error) }
            onFailure(error)
        }
    }

    /// Holds the source's thread, and with it the clock, until all of its sinks have caught up.
    private func waitForSinks(of source: DeviceID) {
        while routes(from: source).contains(where: \.sink.isBehind) { usleep(1_000) }
    }

    private func routes(from source: DeviceID) -> [CaptureGraph.Route] {
        flow.withLock { $0.routes[source] ?? [] }
    }

    /// Installs the new routes and tells the sinks of routes that have ended.
    private func replaceRoutes(with new: [CaptureGraph.Route], _ error: CaptureError? = nil) {
        let old = flow.withLock { flow in
            let old = flow.routes
            flow.routes = Dictionary(grouping: new, by: \.source)
            return old
        }
        let kept = Set(new.map(\.id))
        for route in old.values.joined() where !kept.contains(route.id) { route.sink.routeEnded(route, error: error) }
    }
}

extension Array {
    fileprivate func partitioned(by belongsInFirst: (Element) -> Bool) -> (Self, Self) {
        (filter(belongsInFirst), filter { !belongsInFirst($0) })
    }
}
