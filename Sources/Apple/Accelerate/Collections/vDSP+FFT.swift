extension vDSP {
    public enum Radix: Sendable {
        case radix2

        public var fftRadix: FFTRadix { FFTRadix(kFFTRadix2) }
    }

    public enum FourierTransformDirection: Sendable {
        case forward
        case inverse

        public var fftDirection: FFTDirection { FFTDirection(self == .forward ? FFT_FORWARD : FFT_INVERSE) }
        public var dftDirection: vDSP_DFT_Direction { self == .forward ? .FORWARD : .INVERSE }
    }

    /// A transform of `2 ^ log2n` real numbers, with the order and the scale of `vDSP_fft_zrip`. Any thread may use it.
    public class FFT<T: vDSP_FourierTransformable> {
        private let setup: OpaquePointer
        private let log2n: vDSP_Length

        /// - Returns: `nil` for a single number, and for more than `2 ^ 28`.
        public init?(log2n: vDSP_Length, radix: Radix, ofType: T.Type) {
            guard log2n > 0, let setup = T.FFTFunctions.makeFFTSetup(log2n: log2n, radix: radix) else { return nil }
            (self.setup, self.log2n) = (setup, log2n)
        }

        deinit { T.FFTFunctions.destroySetup(setup) }

        /// Makes the spectrum of `2 ^ log2n` real numbers: the even ones are the real parts, the odd ones the imaginary parts.
        public func forward(input: T, output: inout T) {
            transform(input, &output, .forward)
        }

        /// Makes real numbers of a spectrum.
        public func inverse(input: T, output: inout T) {
            transform(input, &output, .inverse)
        }

        private func transform(_ input: T, _ output: inout T, _ direction: FourierTransformDirection) {
            withUnsafePointer(to: input) { source in
                T.FFTFunctions.transform(
                    fftSetup: setup, log2n: log2n, source: source, destination: &output, direction: direction)
            }
        }
    }
}
