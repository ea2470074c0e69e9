import Foundation

extension AVCaptureOutput {
    /// The object in the coordinates of this output's own picture, in pixels: rotated and mirrored like `connection`.
    ///
    /// - Parameters:
    ///   - metadataObject: from an ``AVCaptureMetadataOutput``.
    ///   - connection: the one through which this output gets its picture.
    /// - Returns: `nil` when the connection is not this output's, or the object comes from another camera.
    public func transformedMetadataObject(
        for metadataObject: AVMetadataObject, connection: AVCaptureConnection
    ) -> AVMetadataObject? {
        guard connection.output === self, connection.carries(metadataObject) else { return nil }
        return metadataObject.transformed(by: PreviewGeometry(outputOf: connection))
    }
}

extension AVCaptureVideoPreviewLayer {
    /// The object in the coordinates of the layer, in points.
    ///
    /// - Parameter metadataObject: from an ``AVCaptureMetadataOutput``.
    /// - Returns: `nil` when the object comes from another camera than the layer shows.
    public func transformedMetadataObject(for metadataObject: AVMetadataObject) -> AVMetadataObject? {
        guard let connection, connection.carries(metadataObject) else { return nil }
        return metadataObject.transformed(by: geometry)
    }
}

extension AVCaptureConnection {
    fileprivate func carries(_ object: AVMetadataObject) -> Bool {
        inputPorts.contains { $0.device === object.source }
    }
}
