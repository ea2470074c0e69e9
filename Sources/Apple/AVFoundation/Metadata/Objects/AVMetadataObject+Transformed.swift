import Foundation

extension AVCaptureOutput {
    /// The object where this output's own picture shows it, in pixels: turned and mirrored as `connection` is.
    ///
    /// - Parameters:
    ///   - metadataObject: from an ``AVCaptureMetadataOutput``.
    ///   - connection: the one that this output gets its picture by.
    /// - Returns: `nil` when the connection is not this output's, or the object comes from another camera than it.
    ///
    /// Source: Apple, AVCaptureOutput.transformedMetadataObject(for:connection:).
    public func transformedMetadataObject(
        for metadataObject: AVMetadataObject, connection: AVCaptureConnection
    ) -> AVMetadataObject? {
        guard connection.output === self, connection.carries(metadataObject) else { return nil }
        return metadataObject.transformed(by: PreviewGeometry(outputOf: connection))
    }
}

extension AVCaptureVideoPreviewLayer {
    /// The object where the layer shows it, in points of the layer.
    ///
    /// - Parameter metadataObject: from an ``AVCaptureMetadataOutput``.
    /// - Returns: `nil` when the layer shows another camera than the one that the object comes from.
    ///
    /// Source: Apple, AVCaptureVideoPreviewLayer.transformedMetadataObject(for:).
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
