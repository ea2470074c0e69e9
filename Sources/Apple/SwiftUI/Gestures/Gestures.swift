import Foundation

/// One tap or several. Source: Apple, TapGesture.
public nonisolated struct TapGesture: Sendable {
    public var count: Int
    public init(count: Int = 1) { self.count = count }
    public typealias Value = Void
}

@MainActor extension TapGesture: RecognizedGesture {
    public typealias Body = Never
    func recognizer(_ item: Item, _ report: @escaping (GestureReport<Void>) -> Void) -> any Recognizer {
        TapRecognizer(count) { _ in report(.ended(())) }
    }
}

/// A tap and where it was. Source: Apple, SpatialTapGesture.
public nonisolated struct SpatialTapGesture {
    public var count: Int
    public var coordinateSpace: CoordinateSpace

    public init(count: Int = 1, coordinateSpace: CoordinateSpace = .local) {
        (self.count, self.coordinateSpace) = (count, coordinateSpace)
    }

    public init(count: Int = 1, coordinateSpace: some CoordinateSpaceProtocol) {
        self.init(count: count, coordinateSpace: coordinateSpace.coordinateSpace)
    }

    /// Source: Apple, SpatialTapGesture.Value.
    public struct Value: Equatable, Sendable {
        public var location: CGPoint
    }
}

@MainActor extension SpatialTapGesture: RecognizedGesture {
    public typealias Body = Never
    func recognizer(_ item: Item, _ report: @escaping (GestureReport<Value>) -> Void) -> any Recognizer {
        TapRecognizer(count) { point in
            let origin = coordinateSpace.origin(for: item)
            report(.ended(Value(location: CGPoint(x: point.x - origin.x, y: point.y - origin.y))))
        }
    }
}

private final class TapRecognizer: Recognizer {
    private let count: Int
    private let action: (CGPoint) -> Void
    private var start: CGPoint?
    private var taps = 0
    private var last: (time: TimeInterval, place: CGPoint)?

    init(_ count: Int, _ action: @escaping (CGPoint) -> Void) { (self.count, self.action) = (count, action) }

    func take(_ touch: TouchInput) -> Bool {
        switch touch.phase {
        case .began:
            // Taps of one gesture follow each other within 0.35 s, near each other.
            if let last, touch.time - last.time > 0.35 || last.place.distance(to: touch.location) > 40 { taps = 0 }
            start = touch.location
        case .moved:
            if let start, start.distance(to: touch.location) > 10 { cancel() }
        case .ended:
            guard start != nil else { return false }
            start = nil
            taps += 1
            last = (touch.time, touch.location)
            guard taps == count else { return false }
            taps = 0
            action(touch.location)
            return true
        case .cancelled: cancel()
        }
        return false
    }

    func cancel() {
        start = nil
        taps = 0
    }
}

extension CGPoint {
    fileprivate func distance(to other: CGPoint) -> CGFloat { hypot(x - other.x, y - other.y) }
}

/// A touch that stays. Source: Apple, LongPressGesture.
public nonisolated struct LongPressGesture: Sendable {
    public var minimumDuration: Double
    public var maximumDistance: CGFloat
    public init(minimumDuration: Double = 0.5, maximumDistance: CGFloat = 10) {
        (self.minimumDuration, self.maximumDistance) = (minimumDuration, maximumDistance)
    }
    public typealias Value = Bool
}

@MainActor extension LongPressGesture: RecognizedGesture {
    public typealias Body = Never
    func recognizer(_ item: Item, _ report: @escaping (GestureReport<Bool>) -> Void) -> any Recognizer {
        LongPressRecognizer(self, item.graph, report)
    }
}

final class LongPressRecognizer: Recognizer {
    private let gesture: LongPressGesture
    private weak var graph: Graph?
    private let report: (GestureReport<Bool>) -> Void
    private var start: (place: CGPoint, time: TimeInterval)?

    init(_ gesture: LongPressGesture, _ graph: Graph, _ report: @escaping (GestureReport<Bool>) -> Void) {
        (self.gesture, self.graph, self.report) = (gesture, graph, report)
    }

    func take(_ touch: TouchInput) -> Bool {
        switch touch.phase {
        case .began:
            start = (touch.location, touch.time)
            report(.changed(true))
            let begin = touch.time
            DispatchQueue.main.asyncAfter(deadline: .now() + gesture.minimumDuration) { [weak self] in
                MainActor.assumeIsolated {
                    guard let self, self.start?.time == begin else { return }
                    self.graph?.touches.claim(self)
                    self.complete()
                }
            }
        case .moved:
            if let start, start.place.distance(to: touch.location) > gesture.maximumDistance { cancel() }
        case .ended:
            guard let start else { return false }
            if touch.time - start.time >= gesture.minimumDuration {
                complete()
                return true
            }
            cancel()
        case .cancelled: cancel()
        }
        return false
    }

    private func complete() {
        start = nil
        report(.ended(true))
    }

    func cancel() {
        guard start != nil else { return }
        start = nil
        report(.cancelled)
    }
}

/// A touch that moves. Source: Apple, DragGesture.
public nonisolated struct DragGesture {
    public var minimumDistance: CGFloat
    public var coordinateSpace: CoordinateSpace

    public init(minimumDistance: CGFloat = 10, coordinateSpace: CoordinateSpace = .local) {
        (self.minimumDistance, self.coordinateSpace) = (minimumDistance, coordinateSpace)
    }

    public init(minimumDistance: CGFloat = 10, coordinateSpace: some CoordinateSpaceProtocol) {
        self.init(minimumDistance: minimumDistance, coordinateSpace: coordinateSpace.coordinateSpace)
    }

    /// Source: Apple, DragGesture.Value.
    public struct Value: Equatable, Sendable {
        public var time: Date
        public var location: CGPoint
        public var startLocation: CGPoint
        /// In points a second.
        public var velocity: CGSize

        public var translation: CGSize {
            CGSize(width: location.x - startLocation.x, height: location.y - startLocation.y)
        }

        /// Where the drag would end if it slowed down from its velocity.
        public var predictedEndLocation: CGPoint {
            CGPoint(x: location.x + velocity.width / 4, y: location.y + velocity.height / 4)
        }

        public var predictedEndTranslation: CGSize {
            CGSize(width: translation.width + velocity.width / 4, height: translation.height + velocity.height / 4)
        }
    }
}

@MainActor extension DragGesture: RecognizedGesture {
    public typealias Body = Never
    func recognizer(_ item: Item, _ report: @escaping (GestureReport<Value>) -> Void) -> any Recognizer {
        DragRecognizer(self, item, report)
    }
}

private final class DragRecognizer: Recognizer {
    private let gesture: DragGesture
    private let item: Item
    private let report: (GestureReport<DragGesture.Value>) -> Void
    private var start: CGPoint?
    private var touch: Int?
    private var isActive = false
    private var last: TouchInput?
    private var velocity = CGSize.zero

    init(_ gesture: DragGesture, _ item: Item, _ report: @escaping (GestureReport<DragGesture.Value>) -> Void) {
        (self.gesture, self.item, self.report) = (gesture, item, report)
    }

    private func value(_ input: TouchInput, from start: CGPoint) -> DragGesture.Value {
        let origin = gesture.coordinateSpace.origin(for: item)
        return DragGesture.Value(
            time: Date(), location: CGPoint(x: input.location.x - origin.x, y: input.location.y - origin.y),
            startLocation: CGPoint(x: start.x - origin.x, y: start.y - origin.y), velocity: velocity)
    }

    func take(_ input: TouchInput) -> Bool {
        if input.phase == .began && touch == nil {
            (touch, start, last, velocity) = (input.id, input.location, input, .zero)
            guard gesture.minimumDistance == 0 else { return false }
            isActive = true
            report(.changed(value(input, from: input.location)))
            return true
        }
        guard input.id == touch, let start else { return isActive }
        if let last, input.time > last.time {
            let seconds = input.time - last.time
            velocity = CGSize(
                width: (input.location.x - last.location.x) / seconds,
                height: (input.location.y - last.location.y) / seconds)
        }
        last = input
        switch input.phase {
        case .began: break
        case .moved:
            if !isActive, start.distance(to: input.location) >= gesture.minimumDistance { isActive = true }
            if isActive { report(.changed(value(input, from: start))) }
        case .ended:
            let wasActive = isActive
            (touch, isActive) = (nil, false)
            if wasActive { report(.ended(value(input, from: start))) }
            return wasActive
        case .cancelled: cancel()
        }
        return isActive
    }

    func cancel() {
        if isActive { report(.cancelled) }
        (touch, isActive) = (nil, false)
    }
}

/// Two touches whose distance changes. Source: Apple, MagnifyGesture.
public nonisolated struct MagnifyGesture: Sendable {
    public var minimumScaleDelta: CGFloat
    public init(minimumScaleDelta: CGFloat = 0.01) { self.minimumScaleDelta = minimumScaleDelta }

    /// Source: Apple, MagnifyGesture.Value.
    public struct Value: Equatable, Sendable {
        public var time: Date
        public var magnification: CGFloat
        public var velocity: CGFloat
        public var startAnchor: UnitPoint
        public var startLocation: CGPoint
    }
}

@MainActor extension MagnifyGesture: RecognizedGesture {
    public typealias Body = Never
    func recognizer(_ item: Item, _ report: @escaping (GestureReport<Value>) -> Void) -> any Recognizer {
        TwoTouchRecognizer(item, { abs($0.scale - 1) >= minimumScaleDelta }) { phase in
            report(
                phase.map { change in
                    let start = CGPoint(x: change.center.x - item.frame.minX, y: change.center.y - item.frame.minY)
                    return Value(
                        time: Date(), magnification: change.scale, velocity: 0,
                        startAnchor: UnitPoint(
                            x: start.x / max(1, item.frame.width), y: start.y / max(1, item.frame.height)),
                        startLocation: start)
                })
        }
    }
}

/// Two touches whose distance changes. Source: Apple, MagnificationGesture.
public nonisolated struct MagnificationGesture: Sendable {
    public var minimumScaleDelta: CGFloat
    public init(minimumScaleDelta: CGFloat = 0.01) { self.minimumScaleDelta = minimumScaleDelta }
    public typealias Value = CGFloat
}

@MainActor extension MagnificationGesture: RecognizedGesture {
    public typealias Body = Never
    func recognizer(_ item: Item, _ report: @escaping (GestureReport<CGFloat>) -> Void) -> any Recognizer {
        TwoTouchRecognizer(item, { abs($0.scale - 1) >= minimumScaleDelta }) { report($0.map(\.scale)) }
    }
}

/// ``RotateGesture`` under its name from before iOS 17; its value is the angle. Source: Apple, RotationGesture.
public nonisolated struct RotationGesture: Sendable {
    public var minimumAngleDelta: Angle
    public init(minimumAngleDelta: Angle = .degrees(1)) { self.minimumAngleDelta = minimumAngleDelta }
    public typealias Value = Angle
}

@MainActor extension RotationGesture: RecognizedGesture {
    public typealias Body = Never
    func recognizer(_ item: Item, _ report: @escaping (GestureReport<Angle>) -> Void) -> any Recognizer {
        TwoTouchRecognizer(item, { abs($0.rotation) >= minimumAngleDelta.radians }) { phase in
            report(phase.map { Angle(radians: $0.rotation) })
        }
    }
}

/// Two touches that turn around each other. Source: Apple, RotateGesture.
public nonisolated struct RotateGesture: Sendable {
    public var minimumAngleDelta: Angle
    public init(minimumAngleDelta: Angle = .degrees(1)) { self.minimumAngleDelta = minimumAngleDelta }

    /// Source: Apple, RotateGesture.Value.
    public struct Value: Equatable, Sendable {
        public var time: Date
        public var rotation: Angle
    }
}

@MainActor extension RotateGesture: RecognizedGesture {
    public typealias Body = Never
    func recognizer(_ item: Item, _ report: @escaping (GestureReport<Value>) -> Void) -> any Recognizer {
        TwoTouchRecognizer(item, { abs($0.rotation) >= minimumAngleDelta.radians }) { phase in
            report(phase.map { Value(time: Date(), rotation: Angle(radians: $0.rotation)) })
        }
    }
}

private final class TwoTouchRecognizer: Recognizer {
    struct Change {
        let scale: CGFloat
        let rotation: Double
        let center: CGPoint
    }

    private let item: Item
    private let isEnough: (Change) -> Bool
    private let report: (GestureReport<Change>) -> Void
    private var places: [Int: CGPoint] = [:]
    private var start: (distance: CGFloat, angle: Double, center: CGPoint)?
    private var isActive = false

    init(_ item: Item, _ isEnough: @escaping (Change) -> Bool, _ report: @escaping (GestureReport<Change>) -> Void) {
        (self.item, self.isEnough, self.report) = (item, isEnough, report)
    }

    private var line: (distance: CGFloat, angle: Double, center: CGPoint)? {
        let two = places.sorted { $0.key < $1.key }.map(\.value)
        guard two.count == 2 else { return nil }
        return (
            max(1, two[0].distance(to: two[1])), atan2(two[1].y - two[0].y, two[1].x - two[0].x),
            CGPoint(x: (two[0].x + two[1].x) / 2, y: (two[0].y + two[1].y) / 2)
        )
    }

    private var change: Change? {
        guard let start, let line else { return nil }
        let turn = (line.angle - start.angle).remainder(dividingBy: 2 * .pi)
        return Change(scale: line.distance / start.distance, rotation: turn, center: start.center)
    }

    func take(_ touch: TouchInput) -> Bool {
        switch touch.phase {
        case .began:
            places[touch.id] = touch.location
            start = line
        case .moved:
            places[touch.id] = touch.location
            guard let change else { return false }
            if isActive || isEnough(change) {
                isActive = true
                report(.changed(change))
            }
        case .ended:
            let last = change
            places[touch.id] = nil
            if isActive, let last {
                isActive = false
                report(.ended(last))
                return true
            }
        case .cancelled: cancel()
        }
        return isActive
    }

    func cancel() {
        places = [:]
        if isActive { report(.cancelled) }
        isActive = false
    }
}
