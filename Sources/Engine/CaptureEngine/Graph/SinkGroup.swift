import CoreMedia

/// Several sinks at the end of one route.
package final class SinkGroup: FrameSink {
    private let sinks: [any FrameSink]

    package init(_ sinks: [any FrameSink]) {
        self.sinks = sinks
    }

    package var isBehind: Bool { sinks.contains(where: \.isBehind) }

    package func consume(_ sample: CMSampleBuffer, from route: CaptureGraph.Route) {
        for sink in sinks { sink.consume(sample, from: route) }
    }

    package func missedFrame(at timestamp: CMTime, reason: DropReason, from route: CaptureGraph.Route) {
        for sink in sinks { sink.missedFrame(at: timestamp, reason: reason, from: route) }
    }

    package func sourceReopens(_ route: CaptureGraph.Route) {
        for sink in sinks { sink.sourceReopens(route) }
    }

    package func routeEnded(_ route: CaptureGraph.Route, error: CaptureError?) {
        for sink in sinks { sink.routeEnded(route, error: error) }
    }
}
