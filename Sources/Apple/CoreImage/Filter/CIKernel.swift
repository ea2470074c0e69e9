import Foundation

/// Which area of its input a kernel reads for an area of its output. Source: Apple, CIKernelROICallback.
public typealias CIKernelROICallback = (_ index: Int32, _ destRect: CGRect) -> CGRect

/// A program's own code that makes pixels.
///
/// Linux: none can be made, because nothing here compiles Core Image's or Metal's language for kernels. The name exists
/// so that a program compiles, and goes on as it does when a kernel has an error.
/// Source: Apple, CIKernel.
open class CIKernel: NSObject {
    /// That of the function.
    public final let name: String

    /// Linux: `nil`, always.
    public init?(source: String) { return nil }

    /// - Throws: `NSError` of the domain `CIKernel`, always.
    public init(functionName: String, fromMetalLibraryData data: Data) throws {
        throw Self.error(functionName)
    }

    /// - Throws: `NSError` of the domain `CIKernel`, always.
    public init(functionName: String, fromMetalLibraryData data: Data, outputPixelFormat format: CIFormat) throws {
        throw Self.error(functionName)
    }

    private static func error(_ name: String) -> NSError {
        let words = "\(name) cannot be used: nothing here runs kernels of Metal"
        return NSError(domain: "CIKernel", code: 1, userInfo: [NSLocalizedDescriptionKey: words])
    }

    /// Linux: never called, because there is no kernel.
    open func apply(
        extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, arguments args: [Any]?
    ) -> CIImage? {
        nil
    }
}

/// Computes each pixel from the input pixels at its place. Linux: see ``CIKernel``. Source: Apple, CIColorKernel.
open class CIColorKernel: CIKernel {
    /// Linux: never called, because there is no kernel.
    open func apply(extent: CGRect, arguments args: [Any]?) -> CIImage? { nil }
}

/// Moves pixels. Linux: see ``CIKernel``. Source: Apple, CIWarpKernel.
open class CIWarpKernel: CIKernel {
    /// Linux: never called, because there is no kernel.
    open func apply(
        extent: CGRect, roiCallback callback: @escaping CIKernelROICallback, image: CIImage, arguments args: [Any]
    ) -> CIImage? {
        nil
    }
}
