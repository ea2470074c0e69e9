import CoreImage
import Foundation
import Testing

/// Nothing here runs kernels: programs compile, and are told.
@Suite struct KernelTests {
    @Test func kernelsCannotBeMade() {
        let source = "kernel vec4 invert(__sample pixel) { return vec4(1.0 - pixel.rgb, 1.0); }"
        #expect(CIColorKernel(source: source) == nil && CIKernel(source: source) == nil)
        #expect(CIWarpKernel(source: source) == nil)
        let error = #expect(throws: NSError.self) {
            try CIColorKernel(functionName: "invert", fromMetalLibraryData: Data())
        }
        #expect(error?.domain == "CIKernel" && error?.localizedDescription.hasPrefix("invert ") == true)
        #expect(throws: NSError.self) {
            try CIKernel(functionName: "invert", fromMetalLibraryData: Data(), outputPixelFormat: .RGBA8)
        }
    }
}
