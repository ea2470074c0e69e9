import Foundation
import Locking

/// How the device is turned against the ground: around the vertical axis by ``yaw``, then around its own axes by ``pitch`` and
/// ``roll``.
///
/// Source: Apple, CMAttitude.
public final class CMAttitude: NSObject, NSCopying, Sendable {
    private struct State {
        var quaternion: CMQuaternion
        var pitch: Double
        var roll: Double
        var yaw: Double
    }

    private let state: Mutex<State>

    init(gravity: CMAcceleration) {
        let pitch = atan2(-gravity.y, (gravity.x * gravity.x + gravity.z * gravity.z).squareRoot())
        let roll = atan2(gravity.x, -gravity.z)
        let (x, y) = (CMQuaternion(pitch, around: (1, 0, 0)), CMQuaternion(roll, around: (0, 1, 0)))
        state = Mutex(State(quaternion: x * y, pitch: pitch, roll: roll, yaw: 0))
    }

    private init(_ state: State) { self.state = Mutex(state) }

    /// Radians around the axis through the device's left and right.
    public var pitch: Double { state.withLock { $0.pitch } }

    /// Radians around the axis through its bottom and top.
    public var roll: Double { state.withLock { $0.roll } }

    /// Radians around the vertical axis. Linux: 0 unless the attitude is that against another one; gravity says nothing of
    /// the compass.
    public var yaw: Double { state.withLock { $0.yaw } }

    /// The turn from the frame of reference to the device.
    public var quaternion: CMQuaternion { state.withLock { $0.quaternion } }

    /// Turns a direction in the frame of reference into the same one as the device sees it.
    public var rotationMatrix: CMRotationMatrix { quaternion.inverse.matrix }

    /// Makes this the attitude against another one, which becomes the frame of reference.
    public func multiply(byInverseOf attitude: CMAttitude) {
        let reference = attitude.quaternion
        state.withLock { state in
            state.quaternion = reference.inverse * state.quaternion
            let turn = state.quaternion.matrix
            state.pitch = asin(min(max(turn.m32, -1), 1))
            state.roll = atan2(-turn.m31, turn.m33)
            state.yaw = atan2(-turn.m12, turn.m22)
        }
    }

    /// Another attitude with the same values, to keep while this one changes.
    public func copy(with zone: NSZone? = nil) -> Any { CMAttitude(state.withLock { $0 }) }
}

/// A turn as a unit quaternion: around the axis `x`, `y`, `z`. Source: Apple, CMQuaternion.
public struct CMQuaternion: Sendable {
    public var x: Double
    public var y: Double
    public var z: Double
    /// The cosine of half the angle.
    public var w: Double

    /// All fields 0, which is no turn.
    public init() { self.init(x: 0, y: 0, z: 0, w: 0) }

    public init(x: Double, y: Double, z: Double, w: Double) { (self.x, self.y, self.z, self.w) = (x, y, z, w) }

    fileprivate init(_ angle: Double, around axis: (x: Double, y: Double, z: Double)) {
        let (sine, cosine) = (sin(angle / 2), cos(angle / 2))
        self.init(x: axis.x * sine, y: axis.y * sine, z: axis.z * sine, w: cosine)
    }

    fileprivate var inverse: CMQuaternion { CMQuaternion(x: -x, y: -y, z: -z, w: w) }

    fileprivate static func * (_ a: CMQuaternion, _ b: CMQuaternion) -> CMQuaternion {
        CMQuaternion(
            x: a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y, y: a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
            z: a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w, w: a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z)
    }

    fileprivate var matrix: CMRotationMatrix {
        CMRotationMatrix(
            m11: 1 - 2 * (y * y + z * z), m12: 2 * (x * y - z * w), m13: 2 * (x * z + y * w),
            m21: 2 * (x * y + z * w), m22: 1 - 2 * (x * x + z * z), m23: 2 * (y * z - x * w),
            m31: 2 * (x * z - y * w), m32: 2 * (y * z + x * w), m33: 1 - 2 * (x * x + y * y))
    }
}

/// A turn as a matrix; the first digit is the row. Source: Apple, CMRotationMatrix.
public struct CMRotationMatrix: Sendable {
    public var m11, m12, m13, m21, m22, m23, m31, m32, m33: Double

    /// All fields 0, which is no turn.
    public init() { self.init(m11: 0, m12: 0, m13: 0, m21: 0, m22: 0, m23: 0, m31: 0, m32: 0, m33: 0) }

    public init(
        m11: Double, m12: Double, m13: Double, m21: Double, m22: Double, m23: Double, m31: Double, m32: Double,
        m33: Double
    ) {
        (self.m11, self.m12, self.m13) = (m11, m12, m13)
        (self.m21, self.m22, self.m23) = (m21, m22, m23)
        (self.m31, self.m32, self.m33) = (m31, m32, m33)
    }
}

/// What attitudes are measured against; the z axis is vertical in all of them. Source: Apple, CMAttitudeReferenceFrame.
public struct CMAttitudeReferenceFrame: OptionSet, Sendable {
    public let rawValue: UInt

    public init(rawValue: UInt) { self.rawValue = rawValue }

    /// The x axis points anywhere.
    public static let xArbitraryZVertical = CMAttitudeReferenceFrame(rawValue: 1 << 0)
    /// As before, kept in place by the compass. Linux: not available.
    public static let xArbitraryCorrectedZVertical = CMAttitudeReferenceFrame(rawValue: 1 << 1)
    /// The x axis points to magnetic north. Linux: not available.
    public static let xMagneticNorthZVertical = CMAttitudeReferenceFrame(rawValue: 1 << 2)
    /// The x axis points to the north pole. Linux: not available.
    public static let xTrueNorthZVertical = CMAttitudeReferenceFrame(rawValue: 1 << 3)
}
