import CoreMedia
import Foundation

/// The joints of a person that were found.
///
/// Linux: no request finds any.
/// Source: Apple, VNHumanBodyPoseObservation.
public final class VNHumanBodyPoseObservation: VNRecognizedPointsObservation, @unchecked Sendable {  // immutable
    /// A joint. Source: Apple, VNHumanBodyPoseObservation.JointName.
    public struct JointName: RawRepresentable, Hashable, Sendable {
        public let rawValue: VNRecognizedPointKey

        public init(rawValue: VNRecognizedPointKey) { self.rawValue = rawValue }

        private init(_ name: String) { rawValue = VNRecognizedPointKey(rawValue: name) }

        public static let nose = Self("head_joint")
        public static let leftEye = Self("left_eye_joint")
        public static let rightEye = Self("right_eye_joint")
        public static let leftEar = Self("left_ear_joint")
        public static let rightEar = Self("right_ear_joint")
        public static let neck = Self("neck_1_joint")
        public static let leftShoulder = Self("left_shoulder_1_joint")
        public static let rightShoulder = Self("right_shoulder_1_joint")
        public static let leftElbow = Self("left_forearm_joint")
        public static let rightElbow = Self("right_forearm_joint")
        public static let leftWrist = Self("left_hand_joint")
        public static let rightWrist = Self("right_hand_joint")
        public static let root = Self("root")
        public static let leftHip = Self("left_upLeg_joint")
        public static let rightHip = Self("right_upLeg_joint")
        public static let leftKnee = Self("left_leg_joint")
        public static let rightKnee = Self("right_leg_joint")
        public static let leftAnkle = Self("left_foot_joint")
        public static let rightAnkle = Self("right_foot_joint")
    }

    /// A group of joints. Source: Apple, VNHumanBodyPoseObservation.JointsGroupName.
    public struct JointsGroupName: RawRepresentable, Hashable, Sendable {
        public let rawValue: VNRecognizedPointGroupKey

        public init(rawValue: VNRecognizedPointGroupKey) { self.rawValue = rawValue }

        private init(_ name: String) { rawValue = VNRecognizedPointGroupKey(rawValue: name) }

        public static let all = Self(rawValue: .all)
        public static let face = Self("VNBLKFACE")
        public static let torso = Self("VNBLKTORSO")
        public static let leftArm = Self("VNBLKLARM")
        public static let rightArm = Self("VNBLKRARM")
        public static let leftLeg = Self("VNBLKLLEG")
        public static let rightLeg = Self("VNBLKRLEG")
    }

    private static let members: [JointsGroupName: [JointName]] = [
        .face: [.nose, .leftEye, .rightEye, .leftEar, .rightEar],
        .torso: [.neck, .leftShoulder, .rightShoulder, .root, .leftHip, .rightHip],
        .leftArm: [.leftShoulder, .leftElbow, .leftWrist],
        .rightArm: [.rightShoulder, .rightElbow, .rightWrist],
        .leftLeg: [.leftHip, .leftKnee, .leftAnkle],
        .rightLeg: [.rightHip, .rightKnee, .rightAnkle],
    ]

    init(_ joints: [JointName: CGPoint], confidence: VNConfidence, timeRange: CMTimeRange) {
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
