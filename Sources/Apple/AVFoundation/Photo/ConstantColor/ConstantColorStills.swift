import CaptureEngine
import CoreMedia

/// The stills that a photo of constant colour is made of: one without flash, one with it, another without, and the ordinary
/// one if that is wanted too.
///
/// Those without are before and after, so that what moves or flickers is noticed.
enum ConstantColorStills {
    /// How many of them make one photo.
    private static let count = 3

    /// - Parameters:
    ///   - request: what the photo is to be; it fires the flash, unless that is too hot.
    ///   - fallback: the ordinary still; `nil` when none is wanted.
    static func requests(_ request: StillRequest, fallback: StillRequest?) -> [StillRequest] {
        var dark = StillRequest()
        dark.dimensions = request.dimensions
        // Without a flash there is nothing to tell apart, and the photo is to be an ordinary one.
        dark.exposure = request.firesFlash ? .underFlash : .current
        var lit = request
        lit.exposure = dark.exposure
        return [dark, lit, dark] + (fallback.map { [$0] } ?? [])
    }

    /// - Returns: what the photos are made of: that of constant colour, and the ordinary one.
    static func exposures(of batch: ExposedStills) -> [PhotoExposure] {
        var lit = PhotoExposure(batch.frames[1], of: batch)
        lit.ambient = [batch.frames[0].frame, batch.frames[2].frame]
        return [lit] + batch.frames.dropFirst(count).map { PhotoExposure($0, of: batch) }
    }
}
