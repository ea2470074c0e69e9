import Foundation
import PixelCoding
import ZXing

/// Finds bar codes and two-dimensional codes.
///
/// Linux: needs the package libzxing2; without it it fails with ``VNErrorCode/unsupportedRequest``.
///
/// Source: Apple, VNDetectBarcodesRequest.
public final class VNDetectBarcodesRequest: VNImageBasedRequest {
    /// What to look for; each costs time. All by default.
    public var symbologies = VNBarcodeSymbology.supported

    /// Linux: without effect; parts of composite codes are reported each by itself.
    public var coalesceCompositeSymbologies = false

    public class var supportedSymbologies: [VNBarcodeSymbology] { VNBarcodeSymbology.supported }

    public func supportedSymbologies() throws -> [VNBarcodeSymbology] { VNBarcodeSymbology.supported }

    public var results: [VNBarcodeObservation]? { found as? [VNBarcodeObservation] }

    override class var latestRevision: Int { VNDetectBarcodesRequestRevision4 }

    override func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] {
        if let unknown = symbologies.first(where: { !VNBarcodeSymbology.supported.contains($0) }) {
            throw NSError.vision(.invalidArgument, "\(unknown.rawValue) is not supported")
        }
        if let problem = CodeReader.problem { throw NSError.vision(.unsupportedRequest, problem) }
        let wanted = symbologies
        let gray = try picture.gray(longestSide: 2_048, region)
        let codes = CodeFinder.codes(in: gray, of: VNBarcodeSymbology.kinds(of: wanted))
        return codes.compactMap { code in
            guard let symbology = VNBarcodeSymbology(of: code, among: wanted) else { return nil }
            // From counterclockwise to clockwise, and from the top to the bottom.
            let corners = [0, 3, 2, 1].map { CGPoint(x: code.corners[$0].x, y: 1 - code.corners[$0].y) }
            return VNBarcodeObservation(
                symbology, payload: code.text, descriptor: code.qr.map { CIQRCodeDescriptor($0) }, corners: corners,
                timeRange: picture.timeRange)
        }
    }
}
