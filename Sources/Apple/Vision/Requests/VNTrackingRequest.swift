import Foundation
import PixelCoding

/// Whether speed or precision counts more. Source: Apple, VNRequestTrackingLevel.
///
/// Linux: `fast` looks at a smaller picture.
public enum VNRequestTrackingLevel: UInt, Sendable {
    case accurate
    case fast
}

/// Follows something from one picture to the next. It needs a ``VNSequenceRequestHandler``.
///
/// The first picture with an observation is the one in which that is seen; its place comes back unchanged. After each
/// picture, make the result the ``inputObservation`` for the next one, or pass it to a new request. What an observation
/// is known by is its `uuid`.
/// Source: Apple, VNTrackingRequest.
open class VNTrackingRequest: VNImageBasedRequest {
    /// How many things a handler follows at the same time.
    private static let mostTrackers = 16

    /// Where the thing was.
    public final var inputObservation: VNDetectedObjectObservation

    public final var trackingLevel = VNRequestTrackingLevel.fast

    /// Whether the handler is to forget the thing after this picture.
    public final var isLastFrame = false

    init(_ observation: VNDetectedObjectObservation, _ completionHandler: VNRequestCompletionHandler?) {
        inputObservation = observation
        super.init(completionHandler: completionHandler)
    }

    /// How many things a handler follows at the same time.
    public final func supportedNumberOfTrackers() throws -> Int { Self.mostTrackers }

    /// - Throws: `NSError` `invalidOperation` without a sequence handler, `invalidArgument` for a place where nothing is
    ///   to be seen, `internalError` for more things than are followed.
    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        guard let trackers = picture.trackers else {
            throw NSError.vision(.invalidOperation, "\(Self.self) needs a VNSequenceRequestHandler")
        }
        let gray = try picture.gray(longestSide: trackingLevel == .fast ? 640 : 1_280, region)
        let input = inputObservation
        guard var tracker = trackers.patterns[input.uuid] else {
            guard trackers.patterns.count < Self.mostTrackers else {
                throw NSError.vision(
                    .internalError, "More than \(Self.mostTrackers) things cannot be followed at the same time")
            }
            guard let tracker = PatternTracker(input.boundingBox.flipped, in: gray) else {
                throw NSError.vision(.invalidArgument, "There is nothing to follow in \(input.boundingBox)")
            }
            if !isLastFrame { trackers.patterns[input.uuid] = tracker }
            return [moved(input, to: input.boundingBox, 1, picture)]
        }
        let likeness = tracker.follow(in: gray)
        trackers.patterns[input.uuid] = isLastFrame ? nil : tracker
        return [moved(input, to: tracker.bounds.flipped, likeness, picture)]
    }

    func moved(
        _ observation: VNDetectedObjectObservation, to place: CGRect, _ confidence: VNConfidence,
        _ picture: RequestPicture
    ) -> VNDetectedObjectObservation {
        VNDetectedObjectObservation(
            boundingBox: place, confidence: confidence, timeRange: picture.timeRange, uuid: observation.uuid)
    }
}

/// Follows a thing by what it looks like.
///
/// Linux: by correlation with a small gray pattern. From one picture to the next, an object may move by up to three
/// quarters of its size, and grow or shrink by up to 6 %; one that turns is lost. `confidence` is the correlation:
/// below 0.5, the object is hardly there.
/// Source: Apple, VNTrackObjectRequest.
public final class VNTrackObjectRequest: VNTrackingRequest {
    public convenience init(detectedObjectObservation observation: VNDetectedObjectObservation) {
        self.init(detectedObjectObservation: observation, completionHandler: nil)
    }

    public init(
        detectedObjectObservation observation: VNDetectedObjectObservation,
        completionHandler: VNRequestCompletionHandler?
    ) {
        super.init(observation, completionHandler)
    }

    override class var latestRevision: Int { VNTrackObjectRequestRevision2 }
}

/// Follows a rectangle.
///
/// Linux: as ``VNTrackObjectRequest``; the corners keep their places in the rectangle around them.
/// Source: Apple, VNTrackRectangleRequest.
public final class VNTrackRectangleRequest: VNTrackingRequest {
    public convenience init(rectangleObservation observation: VNRectangleObservation) {
        self.init(rectangleObservation: observation, completionHandler: nil)
    }

    public init(
        rectangleObservation observation: VNRectangleObservation, completionHandler: VNRequestCompletionHandler?
    ) {
        super.init(observation, completionHandler)
    }

    override func moved(
        _ observation: VNDetectedObjectObservation, to place: CGRect, _ confidence: VNConfidence,
        _ picture: RequestPicture
    ) -> VNDetectedObjectObservation {
        guard let observation = observation as? VNRectangleObservation, !observation.boundingBox.isEmpty else {
            return super.moved(observation, to: place, confidence, picture)
        }
        let from = observation.boundingBox
        let corners = [observation.topLeft, observation.topRight, observation.bottomRight, observation.bottomLeft]
        return VNRectangleObservation(
            corners: corners.map { corner in
                CGPoint(
                    x: place.minX + (corner.x - from.minX) / from.width * place.width,
                    y: place.minY + (corner.y - from.minY) / from.height * place.height)
            }, confidence: confidence, timeRange: picture.timeRange, uuid: observation.uuid)
    }
}

/// What a sequence handler remembers of the pictures before. Used by one thread at a time.
final class TrackerMemory {
    var patterns: [UUID: PatternTracker] = [:]
}

extension CGRect {
    /// With the origin at the other of the lower left and the upper left.
    fileprivate var flipped: CGRect { CGRect(x: minX, y: 1 - maxY, width: width, height: height) }
}
