import CaptureEngine
import Foundation

extension AVCaptureConnection {
    /// Linux: always 1, as on Apple's systems for every output except the old still image output.
    public var videoMaxScaleAndCropFactor: CGFloat { 1 }

    /// Linux: always 1; zoom with the device's `videoZoomFactor`. Setting it beyond ``videoMaxScaleAndCropFactor`` is a
    /// programmer's mistake.
    public var videoScaleAndCropFactor: CGFloat {
        get { 1 }
        set {
            guard newValue != 1 else { return }
            raiseException(
                .range,
                "*** -[AVCaptureConnection setVideoScaleAndCropFactor:] \(newValue) is out of range - use "
                    + "-videoMaxScaleAndCropFactor")
        }
    }

    /// Whether frames can carry the camera's intrinsic matrix: true for a video data output of a camera whose field of
    /// view is known. With stabilization it is false, because the middle of the view moves.
    public var isCameraIntrinsicMatrixDeliverySupported: Bool {
        guard output is AVCaptureVideoDataOutput, activeVideoStabilizationMode == .off,
            let device = inputPorts.first?.device
        else { return false }
        return device.activeFormat.source.fieldOfView > 0
    }

    /// Whether each frame carries `kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix`; `false` by default.
    public var isCameraIntrinsicMatrixDeliveryEnabled: Bool {
        get { state.withLock { $0.deliversIntrinsics } }
        set {
            if newValue, !isCameraIntrinsicMatrixDeliverySupported {
                raiseException(
                    "*** -[AVCaptureConnection setCameraIntrinsicMatrixDeliveryEnabled:] Not supported - use "
                        + "-isCameraIntrinsicMatrixDeliverySupported")
            }
            state.withLock { $0.deliversIntrinsics = newValue }
        }
    }

    /// The matrix of a pinhole camera with the format's field of view, for a picture that has already been rotated. It
    /// has the memory layout of `matrix_float3x3`: three columns of four 32-bit floats, the last of each is padding.
    func intrinsicMatrix(width: Int, height: Int) -> Data? {
        guard isCameraIntrinsicMatrixDeliveryEnabled, activeVideoStabilizationMode == .off,
            let format = inputPorts.first?.device?.activeFormat.source
        else {
            return nil
        }
        let isUpright = Int(videoRotationAngle) % 180 == 90
        let across = Float(isUpright ? height : width)
        let focal = across / 2 / tan(format.fieldOfView * .pi / 360)
        let (x, y) = (Float(width - 1) / 2, Float(height - 1) / 2)
        let columns: [Float] = [focal, 0, 0, 0, 0, focal, 0, 0, x, y, 1, 0]
        return columns.withUnsafeBytes { Data($0) }
    }
}

extension AVCaptureOutput {
    /// Converts a rectangle of the output's own picture, in pixels, to the part of the camera's picture that it shows:
    /// (0, 0) to (1, 1) as the sensor has it.
    public func metadataOutputRectConverted(fromOutputRect rectInOutputCoordinates: CGRect) -> CGRect {
        geometry.deviceRect(fromLayer: rectInOutputCoordinates)
    }

    /// Converts a part of the camera's picture to the rectangle of the output's own picture, in pixels, that shows it.
    public func outputRectConverted(fromMetadataOutputRect rectInMetadataOutputCoordinates: CGRect) -> CGRect {
        geometry.layerRect(fromDevice: rectInMetadataOutputCoordinates)
    }

    private var geometry: PreviewGeometry { PreviewGeometry(outputOf: connection(with: .video)) }
}

extension PreviewGeometry {
    /// Converts from the sensor's picture to the one that an output gets through a connection, in pixels of the latter.
    init(outputOf connection: AVCaptureConnection?) {
        let size = connection?.inputPorts.first?.formatDescription?.dimensions ?? CMVideoDimensions()
        let angle = connection?.videoRotationAngle ?? 0
        let (width, height) = (Int(size.width), Int(size.height))
        let turned =
            Int(angle) % 180 == 90 ? CGSize(width: height, height: width) : CGSize(width: width, height: height)
        let chosen = (connection?.output as? AVCaptureVideoDataOutput)?.size(of: size, turnedBy: Int(angle))
        let shown = chosen.map { CGSize(width: Int($0.width), height: Int($0.height)) } ?? turned
        self.init(
            bounds: CGRect(origin: .zero, size: shown), pictureSize: CGSize(width: width, height: height),
            gravity: .resize, rotationAngle: angle, isMirrored: connection?.isVideoMirrored ?? false)
    }
}
