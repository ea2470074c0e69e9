import CoreVideo
import Locking
import MissingFoundation

/// Whether an attachment goes along when its bearer is copied. Source: Apple, CMAttachmentMode.
public typealias CMAttachmentMode = UInt32

/// The attachment is of this object only. Source: Apple, kCMAttachmentMode_ShouldNotPropagate.
public let kCMAttachmentMode_ShouldNotPropagate: CMAttachmentMode = 0
/// What is made of the object gets it too. Source: Apple, kCMAttachmentMode_ShouldPropagate.
public let kCMAttachmentMode_ShouldPropagate: CMAttachmentMode = 1

/// Something that attachments can be put on: a sample buffer, a block buffer or an image buffer.
/// Source: Apple, CMAttachmentBearer.
///
/// Linux: any object is accepted; on other kinds there is nothing to find, and nothing can be attached.
public typealias CMAttachmentBearer = AnyObject

/// Attaches `value`, or detaches what is there when it is `nil`. Source: Apple, CMSetAttachment.
public func CMSetAttachment(
    _ target: CMAttachmentBearer, key: CFString, value: CFTypeRef?, attachmentMode: CMAttachmentMode
) {
    guard let value else { return CMRemoveAttachment(target, key: key) }
    CMSetAttachments(target, attachments: [key: value], attachmentMode: attachmentMode)
}

/// Attaches every value of `attachments` in one mode. Source: Apple, CMSetAttachments.
public func CMSetAttachments(
    _ target: CMAttachmentBearer, attachments: CFDictionary, attachmentMode: CMAttachmentMode
) {
    let mode: CVAttachmentMode =
        attachmentMode == kCMAttachmentMode_ShouldPropagate ? .shouldPropagate : .shouldNotPropagate
    let new = CVAttachments(attachments, mode: mode)
    (target as? any AttachmentBearing)?.changeAttachments { $0.merge(new) }
}

/// What is attached under `key`, or `nil`. Source: Apple, CMGetAttachment.
public func CMGetAttachment(
    _ target: CMAttachmentBearer, key: CFString, attachmentModeOut: UnsafeMutablePointer<CMAttachmentMode>?
) -> CFTypeRef? {
    guard let (value, mode) = (target as? any AttachmentBearing)?.attachments[key] else { return nil }
    attachmentModeOut?.pointee = mode.rawValue
    return value
}

/// Detaches what is under `key`. Source: Apple, CMRemoveAttachment.
public func CMRemoveAttachment(_ target: CMAttachmentBearer, key: CFString) {
    (target as? any AttachmentBearing)?.changeAttachments { $0[key] = nil }
}

/// Detaches everything. Source: Apple, CMRemoveAllAttachments.
public func CMRemoveAllAttachments(_ target: CMAttachmentBearer) {
    (target as? any AttachmentBearing)?.changeAttachments { $0.removeAll() }
}

/// Copies what `source` propagates. Source: Apple, CMPropagateAttachments.
public func CMPropagateAttachments(_ source: CMAttachmentBearer, destination: CMAttachmentBearer) {
    guard let attachments = (source as? any AttachmentBearing)?.attachments else { return }
    (destination as? any AttachmentBearing)?.changeAttachments { $0.merge(propagatedFrom: attachments) }
    if let facts = (source as? CMSampleBuffer)?.sourceFacts { (destination as? CMSampleBuffer)?.sourceFacts = facts }
}

/// All attachments of one mode, or `nil` when there is none. Source: Apple, CMCopyDictionaryOfAttachments.
public func CMCopyDictionaryOfAttachments(
    allocator: CFAllocator?, target: CMAttachmentBearer, attachmentMode: CMAttachmentMode
) -> CFDictionary? {
    let mode: CVAttachmentMode =
        attachmentMode == kCMAttachmentMode_ShouldPropagate ? .shouldPropagate : .shouldNotPropagate
    guard let values = (target as? any AttachmentBearing)?.attachments.values(mode), !values.isEmpty else { return nil }
    return values
}

/// What all bearers of attachments have in common.
protocol AttachmentBearing: AnyObject {
    var attachments: CVAttachments { get }
    func changeAttachments(_ body: (inout CVAttachments) -> Void)
}

extension CVBuffer: AttachmentBearing {}

extension CMBlockBuffer: AttachmentBearing {
    var attachments: CVAttachments { store.withLock { $0 } }

    func changeAttachments(_ body: (inout CVAttachments) -> Void) {
        store.withLock { body(&$0) }
    }
}
