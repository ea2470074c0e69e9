import AVFoundation

/// Finds bar codes and two-dimensional codes in the picture.
final class CodeReader: NSObject, AVCaptureMetadataOutputObjectsDelegate, Sendable {
    let output = AVCaptureMetadataOutput()
    /// The code that is in the picture; of several, the largest.
    let code = LiveValue<FoundCode?>(nil)

    private static let types: [AVMetadataObject.ObjectType] = [
        .qr, .microQR, .aztec, .dataMatrix, .pdf417, .ean13, .ean8, .upce, .code128, .code39, .code93, .codabar, .itf14,
    ]

    /// Adds the output to the session or removes it. Must be called while the session is configured.
    func follow(_ session: AVCaptureSession, isWanted: Bool, queue: DispatchSerialQueue) {
        let isThere = session.outputs.contains(output)
        if isWanted, !isThere, session.canAddOutput(output) {
            session.addOutput(output)
            output.setMetadataObjectsDelegate(self, queue: queue)
        } else if !isWanted, isThere {
            session.removeOutput(output)
            code.set(nil)
        }
        guard isWanted else { return }
        let available = output.availableMetadataObjectTypes
        output.metadataObjectTypes = Self.types.filter(available.contains)
    }

    func metadataOutput(
        _ output: AVCaptureMetadataOutput, didOutput metadataObjects: [AVMetadataObject],
        from connection: AVCaptureConnection
    ) {
        let codes = metadataObjects.compactMap { $0 as? AVMetadataMachineReadableCodeObject }
            .filter { $0.stringValue?.isEmpty == false }
        let largest = codes.max { $0.bounds.width * $0.bounds.height < $1.bounds.width * $1.bounds.height }
        code.set(largest?.stringValue.map { FoundCode($0) })
    }
}
