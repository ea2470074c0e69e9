import CaptureEngine
import CoreMedia

/// The stills that a constant color photo is made of: one without flash, one with it, another without, and the ordinary
/// fallback if requested.
///
/// Stills without flash are taken before and after, to detect what moves or flickers.
enum ConstantColorStills {
    /// How many of them make one photo.
    private static let count = 3

    /// - Parameters:
    ///   - request: the request for the photo; it fires the flash unless the camera is too hot.
    ///   - fallback: the request for the ordinary still; `nil` for none.
    static func requests(_ request: StillRequest, fallback: StillRequest?) -> [StillRequest] {
        var dark = StillRequest()
        dark.dimensions = request.dimensions
        // Without the flash there is nothing to isolate, and the photo becomes an ordinary one.
        dark.exposure = request.firesFlash ? .underFlash : .current
        var lit = request
        lit.exposure = dark.exposure
        return [dark, lit, dark] + (fallback.map { [$0] } ?? [])
    }

    /// - Returns: the exposures of the constant color photo and, if requested, of the ordinary one.
    static func exposures(of batch: ExposedStills) -> [PhotoExposure] {
        var lit = PhotoExposure(batch.frames[1], of: batch)
        lit.ambient = [batch.frames[0].frame, batch.frames[2].frame]
        return [lit] + batch.frames.dropFirst(count).map { PhotoExposure($0, of: batch) }
    }
}
