import CoreVideo
import Locking
import MissingFoundation

/// Whether an attachment is copied with its bearer. Source: Apple, CMAttachmentMode.
public typealias CMAttachmentMode = UInt32

/// The attachment belongs to this object only.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// Copies of the object get it too.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

/// Something that can have attachments: a sample buffer, a block buffer or an image buffer. Source: Apple,
/// CMAttachmentBearer.
///
/// Linux: any object is accepted, but other kinds have no attachments, and nothing can be attached to them.
public typealias CMAttachmentBearer = AnyObject

/// Attaches `value`, or removes the attachment if it is `nil`.
public func CMSetAttachment(
    _ target: CMAttachmentBearer, key: CFString, value: CFTypeRef?, attachmentMode: CMAttachmentMode
) {
    guard let value else { return CMRemoveAttachment(target, key: key) }
    CMSetAttachments(target, attachments: [key: value], attachmentMode: attachmentMode)
}

/// Attaches every value of `attachments` in one mode.
public func CMSetAttachments(
    _ target: CMAttachmentBearer, attachments: CFDictionary, attachmentMode: CMAttachmentMode
) {
    let mode: CVAttachmentMode =
        attachmentMode == kCMAttachmentMode_ShouldPropagate ? .shouldPropagate : .shouldNotPropagate
    let new = CVAttachments(attachments, mode: mode)
    (target as? any AttachmentBearing)?.changeAttachments { $0.merge(new) }
}

/// The attachment for `key`, or `nil`.
public func CMGetAttachment(
    _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
    guard let (value, mode) = (target as? any AttachmentBearing)?.storedAttachments[key] else { return nil }
    attachmentModeOut?.pointee = mode.rawValue
    return value
}

/// Removes the attachment for `key`.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) {
    (target as? any AttachmentBearing)?.changeAttachments { $0[key] = nil }
}

/// Removes all attachments.
public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) {
    (target as? any AttachmentBearing)?.changeAttachments { $0.removeAll() }
}

/// Copies the attachments that `source` propagates.
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
    guard let attachments = (source as? any AttachmentBearing)?.storedAttachments else { return }
    (destination as? any AttachmentBearing)?.changeAttachments { $0.merge(propagatedFrom: attachments) }
    if let facts = (source as? CMSampleBuffer)?.sourceFacts { (destination as? CMSampleBuffer)?.sourceFacts = facts }
}

/// All attachments of one mode, or `nil` if there are none.
public func CMCopyDictionaryOfAttachments(
    allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
    let mode: CVAttachmentMode =
        attachmentMode == kCMAttachmentMode_ShouldPropagate ? .shouldPropagate : .shouldNotPropagate
    guard let values = (target as? any AttachmentBearing)?.storedAttachments.values(mode), !values.isEmpty else {
        return nil
    }
    return values
}

/// Implemented by everything that can have attachments.
protocol AttachmentBearing: AnyObject {
    var storedAttachments: CVAttachments { get }
    func changeAttachments(_ body: (inout CVAttachments) -> Void)
}

extension CVBuffer: AttachmentBearing {}

extension CMBlockBuffer: AttachmentBearing {
    var storedAttachments: CVAttachments { store.withLock { $0 } }

    func changeAttachments(_ body: (inout CVAttachments) -> Void) {
        store.withLock { body(&$0) }
    }
}
