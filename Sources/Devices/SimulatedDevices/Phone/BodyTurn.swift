import CaptureEngine
import Glibc

/// How the phone gets from one position into another, for its gyroscope: evenly, and on the shortest way. What measures
/// gravity has the end at once.
struct BodyTurn: Sendable {
    /// In seconds.
    static let duration = 0.25

    /// In radians per second around the axes of the screen.
    private let speed: SIMD3<Double>
    private let start: CMTime

    /// - Parameters:
    ///   - old: the direction to the ground in the axes of the screen, of length 1.
    ///   - new: the same, after the turn.
    ///   - start: on the phone's clock.
    init(from old: SIMD3<Double>, to new: SIMD3<Double>, start: CMTime) {
        self.start = start
        let cosine = (old * new).sum()
        var axis = SIMD3(
            old.y * new.z - old.z * new.y, old.z * new.x - old.x * new.z, old.x * new.y - old.y * new.x)
        let sine = (axis * axis).sum().squareRoot()
        if sine > 1e-9 {
            axis /= sine
        } else {
            // Half a turn: in the plane of the screen, or over a long side.
            axis = abs(old.z) < 0.5 ? [0, 0, 1] : [0, 1, 0]
        }
        // The ground turns the other way around than the phone.
        speed = -axis * atan2(sine, cosine) / Self.duration
    }

    /// - Returns: in radians per second around the axes of the screen; 0 before and after the turn.
    func rate(at now: CMTime) -> SIMD3<Double> {
        let elapsed = Double(now.nanoseconds - start.nanoseconds) / 1e9
        return (0..<Self.duration).contains(elapsed) ? speed : .zero
    }
}
