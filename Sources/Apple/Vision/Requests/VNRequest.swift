import Foundation
import Locking

/// Called when a request has been performed: with its results in it, or with the error, on the thread of `perform`.
///
/// Source: Apple, VNRequestCompletionHandler.
public typealias VNRequestCompletionHandler = (VNRequest, (any Error)?) -> Void

/// Something to find in a picture. A handler performs it; perform a request on one thread at a time.
///
/// Source: Apple, VNRequest.
open class VNRequest: NSObject {
    /// What was found last; `nil` before the first picture, and after a failure.
    final var found: [VNObservation]?

    private let cancelled = Mutex(false)

    public final let completionHandler: VNRequestCompletionHandler?

    /// Without effect: a request runs on the thread that performs it, with its priority.
    open var preferBackgroundProcessing = false

    /// Linux: without effect; everything is computed by the processor.
    open var usesCPUOnly = false

    /// The algorithm, one of ``supportedRevisions``.
    open var revision: Int

    public convenience override init() { self.init(completionHandler: nil) }

    public init(completionHandler: VNRequestCompletionHandler?) {
        self.completionHandler = completionHandler
        revision = Self.defaultRevision
    }

    /// Linux: all do the same.
    open class var supportedRevisions: IndexSet { IndexSet(integersIn: 1...latestRevision) }

    open class var defaultRevision: Int { latestRevision }

    open class var currentRevision: Int { latestRevision }

    /// The newest one whose name Apple documents.
    class var latestRevision: Int { 1 }

    /// Stops the request before it begins; one that is under way ends first. Any thread.
    open func cancel() { cancelled.withLock { $0 = true } }

    /// - Throws: `NSError` of ``VNErrorDomain``.
    func find(in picture: RequestPicture) throws -> [VNObservation] { [] }

    /// Performs it, and calls the handler.
    ///
    /// - Returns: the error, if it failed.
    final func perform(on picture: RequestPicture) -> (any Error)? {
        do {
            if cancelled.withLock({ $0 }) { throw NSError.vision(.requestCancelled, "The request was cancelled") }
            guard Self.supportedRevisions.contains(revision) else {
                throw NSError.vision(.unsupportedRevision, "\(Self.self) has no revision \(revision)")
            }
            found = try find(in: picture)
        } catch {
            found = nil
            completionHandler?(self, error)
            return error
        }
        completionHandler?(self, nil)
        return nil
    }
}

// Subclasses have results of narrower types under the same name, which would not be possible for a member of the class.
extension NSObjectProtocol where Self: VNRequest {
    /// What was found last; `nil` before the first picture, and after a failure.
    ///
    /// Source: Apple, VNRequest.
    public var results: [VNObservation]? { found }
}

/// A request that looks at pixels.
///
/// Source: Apple, VNImageBasedRequest.
open class VNImageBasedRequest: VNRequest {
    /// The part of the picture that is searched, from (0, 0) at the lower left of the upright picture to (1, 1). What is
    /// found has its coordinates in this part.
    open var regionOfInterest = VNNormalizedIdentityRect

    override func find(in picture: RequestPicture) throws -> [VNObservation] {
        let region = regionOfInterest
        guard VNNormalizedIdentityRect.contains(region), region.width > 0, region.height > 0 else {
            throw NSError.vision(.invalidArgument, "The region of interest \(region) is not inside of the picture")
        }
        return try find(in: picture, region: region)
    }

    func find(in picture: RequestPicture, region: CGRect) throws -> [VNObservation] { [] }
}
