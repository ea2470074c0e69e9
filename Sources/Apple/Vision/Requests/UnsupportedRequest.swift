import Foundation

/// A request for which Linux has no library: performing it fails, and it never has results.
///
/// It fails with ``VNErrorCode/unsupportedRequest``, so that a program can go on without it.
extension VNImageBasedRequest {
    final func unsupported(_ what: String) -> NSError {
        NSError.vision(
            .unsupportedRequest, "\(Self.self) cannot be performed: no library here \(what); go on without its results")
    }
}
