/// `Float` and `Double`. Source: Apple, vDSP_FloatingPointGeneratable.
public protocol vDSP_FloatingPointGeneratable: BinaryFloatingPoint {}

extension Float: vDSP_FloatingPointGeneratable {}
extension Double: vDSP_FloatingPointGeneratable {}

extension vDSP {
    public enum WindowSequence: Sendable {
        /// Keeps the power of what it is multiplied with.
        case hanningNormalized
        /// Its greatest value is 1.
        case hanningDenormalized
        case hamming
        case blackman
    }

    /// A window whose period is `count`; half a window has the first `(count + 1) / 2` elements of it.
    public static func window<T>(
        ofType: T.Type, usingSequence sequence: WindowSequence, count: Int, isHalfWindow: Bool
    ) -> [T] where T: vDSP_FloatingPointGeneratable {
        [T](filling: 0, count: isHalfWindow ? (count + 1) / 2 : count) {
            fill(&$0, sequence, count: count, isHalf: isHalfWindow)
        }
    }

    /// Fills a vector with a window whose period is its length, or with the first half of that.
    public static func formWindow<V>(usingSequence sequence: WindowSequence, result: inout V, isHalfWindow: Bool)
    where V: AccelerateMutableBuffer, V.Element: vDSP_FloatingPointGeneratable {
        fill(&result, sequence, count: result.count, isHalf: isHalfWindow)
    }

    private static func fill<V>(_ window: inout V, _ sequence: WindowSequence, count: Int, isHalf: Bool)
    where V: AccelerateMutableBuffer, V.Element: vDSP_FloatingPointGeneratable {
        let half = Int32(isHalf ? vDSP_HALF_WINDOW : 0)
        writing(&window, count: window.count) { start in
            switch sequence {
            case .hanningNormalized: hann(start, vDSP_Length(count), half | Int32(vDSP_HANN_NORM))
            case .hanningDenormalized: hann(start, vDSP_Length(count), half | Int32(vDSP_HANN_DENORM))
            case .hamming: Accelerate.hamming(start, vDSP_Length(count), half)
            case .blackman: Accelerate.blackman(start, vDSP_Length(count), half)
            }
        }
    }
}
