import CoreMedia
import Foundation

/// Which hand it is. Source: Apple, VNChirality.
public enum VNChirality: Int, Sendable {
    case left = -1
    case unknown = 0
    case right = 1
}

/// The joints of a hand that were found.
///
/// Linux: no request finds any.
/// Source: Apple, VNHumanHandPoseObservation.
public final class VNHumanHandPoseObservation: VNRecognizedPointsObservation, @unchecked Sendable {  // immutable
    /// A joint. Source: Apple, VNHumanHandPoseObservation.JointName.
    public struct JointName: RawRepresentable, Hashable, Sendable {
        public let rawValue: VNRecognizedPointKey

        public init(rawValue: VNRecognizedPointKey) { self.rawValue = rawValue }

        private init(_ name: String) { rawValue = VNRecognizedPointKey(rawValue: name) }

        public static let thumbCMC = Self("VNHLKTCMC")
        public static let thumbMP = Self("VNHLKTMP")
        public static let thumbIP = Self("VNHLKTIP")
        public static let thumbTip = Self("VNHLKTTIP")
        public static let indexMCP = Self("VNHLKIMCP")
        public static let indexPIP = Self("VNHLKIPIP")
        public static let indexDIP = Self("VNHLKIDIP")
        public static let indexTip = Self("VNHLKITIP")
        public static let middleMCP = Self("VNHLKMMCP")
        public static let middlePIP = Self("VNHLKMPIP")
        public static let middleDIP = Self("VNHLKMDIP")
        public static let middleTip = Self("VNHLKMTIP")
        public static let ringMCP = Self("VNHLKRMCP")
        public static let ringPIP = Self("VNHLKRPIP")
        public static let ringDIP = Self("VNHLKRDIP")
        public static let ringTip = Self("VNHLKRTIP")
        public static let littleMCP = Self("VNHLKPMCP")
        public static let littlePIP = Self("VNHLKPPIP")
        public static let littleDIP = Self("VNHLKPDIP")
        public static let littleTip = Self("VNHLKPTIP")
        public static let wrist = Self("VNHLKWRI")
    }

    /// A group of joints. Source: Apple, VNHumanHandPoseObservation.JointsGroupName.
    public struct JointsGroupName: RawRepresentable, Hashable, Sendable {
        public let rawValue: VNRecognizedPointGroupKey

        public init(rawValue: VNRecognizedPointGroupKey) { self.rawValue = rawValue }

        private init(_ name: String) { rawValue = VNRecognizedPointGroupKey(rawValue: name) }

        public static let all = Self(rawValue: .all)
        public static let thumb = Self("VNHLRKT")
        public static let indexFinger = Self("VNHLRKI")
        public static let middleFinger = Self("VNHLRKM")
        public static let ringFinger = Self("VNHLRKR")
        public static let littleFinger = Self("VNHLRKP")
    }

    private static let members: [JointsGroupName: [JointName]] = [
        .thumb: [.thumbCMC, .thumbMP, .thumbIP, .thumbTip],
        .indexFinger: [.indexMCP, .indexPIP, .indexDIP, .indexTip],
        .middleFinger: [.middleMCP, .middlePIP, .middleDIP, .middleTip],
        .ringFinger: [.ringMCP, .ringPIP, .ringDIP, .ringTip],
        .littleFinger: [.littleMCP, .littlePIP, .littleDIP, .littleTip],
    ]

    /// Which hand it is.
    public let chirality: VNChirality

    init(_ chirality: VNChirality, _ joints: [JointName: CGPoint], confidence: VNConfidence, timeRange: CMTimeRange) {
        self.chirality = chirality
        super.init(
            joints.map { VNRecognizedPoint($0.key.rawValue, at: $0.value, confidence: confidence) },
            groups: Dictionary(
                uniqueKeysWithValues: Self.members.map { ($0.key.rawValue, $0.value.map(\.rawValue)) }),
            confidence: confidence, timeRange: timeRange)
    }

    public var availableJointNames: [JointName] { availableKeys.map(JointName.init) }

    public var availableJointsGroupNames: [JointsGroupName] { availableGroupKeys.map(JointsGroupName.init) }

    /// - Throws: `NSError` `invalidArgument` for a joint that was not found.
    public func recognizedPoint(_ jointName: JointName) throws -> VNRecognizedPoint {
        try recognizedPoint(forKey: jointName.rawValue)
    }

    /// - Returns: those of the group that were found.
    /// - Throws: `NSError` `invalidArgument` for a group that there is not.
    public func recognizedPoints(_ jointsGroupName: JointsGroupName) throws -> [JointName: VNRecognizedPoint] {
        let points = try recognizedPoints(forGroupKey: jointsGroupName.rawValue)
        return Dictionary(uniqueKeysWithValues: points.map { (JointName(rawValue: $0.key), $0.value) })
    }
}
