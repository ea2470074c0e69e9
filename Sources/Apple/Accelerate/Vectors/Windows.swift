import Foundation

/// Only the first half of a window, with the middle: `(N + 1) / 2` elements. Source: Apple, vDSP_HALF_WINDOW.
public let vDSP_HALF_WINDOW = 1
/// A Hann window whose greatest value is 1. Source: Apple, vDSP_HANN_DENORM.
public let vDSP_HANN_DENORM = 0
/// A Hann window that keeps the power of what it is multiplied with. Source: Apple, vDSP_HANN_NORM.
public let vDSP_HANN_NORM = 2

/// `value` gets the angle of each element, from 0 to less than a whole turn.
private func makeWindow<Number: BinaryFloatingPoint>(
    _ window: UnsafeMutablePointer<Number>, _ count: vDSP_Length, _ flag: Int32, _ value: (_ angle: Double) -> Double
) {
    let half = Int(flag) & vDSP_HALF_WINDOW != 0
    for index in 0..<Int(half ? (count + 1) / 2 : count) {
        window[index] = Number(value(2 * .pi * Double(index) / Double(count)))
    }
}

/// The windows themselves, for both ways to ask for them.
func hann<Number: BinaryFloatingPoint>(_ window: UnsafeMutablePointer<Number>, _ count: vDSP_Length, _ flag: Int32) {
    let factor = Int(flag) & vDSP_HANN_NORM != 0 ? (2.0 / 3).squareRoot() : 0.5
    makeWindow(window, count, flag) { factor * (1 - cos($0)) }
}

func hamming<Number: BinaryFloatingPoint>(_ window: UnsafeMutablePointer<Number>, _ count: vDSP_Length, _ flag: Int32) {
    makeWindow(window, count, flag) { 0.54 - 0.46 * cos($0) }
}

func blackman<Number: BinaryFloatingPoint>(_ window: UnsafeMutablePointer<Number>, _ count: vDSP_Length, _ flag: Int32)
{
    makeWindow(window, count, flag) { 0.42 - 0.5 * cos($0) + 0.08 * cos(2 * $0) }
}

/// A Hann window. `Flag` is the sum of ``vDSP_HANN_NORM`` or ``vDSP_HANN_DENORM``, and of
/// ``vDSP_HALF_WINDOW`` or 0. Its period is `N`. Source: Apple, vDSP_hann_window.
public func vDSP_hann_window(_ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length, _ Flag: Int32) { hann(C, N, Flag) }

/// `vDSP_hann_window` with numbers of double precision.
public func vDSP_hann_windowD(_ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length, _ Flag: Int32) { hann(C, N, Flag) }

/// A Hamming window; `Flag` is ``vDSP_HALF_WINDOW`` or 0. Its period is `N`. Source: Apple, vDSP_hamm_window.
public func vDSP_hamm_window(_ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length, _ Flag: Int32) { hamming(C, N, Flag) }

/// `vDSP_hamm_window` with numbers of double precision.
public func vDSP_hamm_windowD(_ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length, _ Flag: Int32) {
    hamming(C, N, Flag)
}

/// A Blackman window; `Flag` is ``vDSP_HALF_WINDOW`` or 0. Its period is `N`. Source: Apple, vDSP_blkman_window.
public func vDSP_blkman_window(_ C: UnsafeMutablePointer<Float>, _ N: vDSP_Length, _ Flag: Int32) {
    blackman(C, N, Flag)
}

/// `vDSP_blkman_window` with numbers of double precision.
public func vDSP_blkman_windowD(_ C: UnsafeMutablePointer<Double>, _ N: vDSP_Length, _ Flag: Int32) {
    blackman(C, N, Flag)
}
