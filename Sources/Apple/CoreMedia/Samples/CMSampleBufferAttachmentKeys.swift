/// Why a sample buffer has no frame: one of the reasons below.
/// Source: Apple, kCMSampleBufferAttachmentKey_DroppedFrameReason.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"

/// Its receiver was busy with an earlier one.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
/// All buffers were held by somebody.
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
/// The device lost or damaged it.
public let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"
