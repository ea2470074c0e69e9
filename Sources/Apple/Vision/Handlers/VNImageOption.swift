/// What is known of a picture.
///
/// Source: Apple, VNImageOption.
public struct VNImageOption: RawRepresentable, Hashable, Sendable {
    public let rawValue: String

    public init(rawValue: String) { self.rawValue = rawValue }

    /// Its metadata. Linux: without effect.
    public static let properties = Self(rawValue: "VNImageOptionProperties")
    /// The calibration of the camera. Linux: without effect.
    public static let cameraIntrinsics = Self(rawValue: "VNImageOptionCameraIntrinsics")
    /// The `CIContext` that renders a `CIImage`.
    public static let ciContext = Self(rawValue: "VNImageOptionCIContext")
}
