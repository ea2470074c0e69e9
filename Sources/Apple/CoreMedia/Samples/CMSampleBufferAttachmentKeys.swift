/// Why a sample buffer has no frame: one of the reasons below.
/// Source: Apple, kCMSampleBufferAttachmentKey_DroppedFrameReason.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"

/// Its receiver was busy with an earlier frame. Source: Apple, kCMSampleBufferDroppedFrameReason_FrameWasLate.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
/// All buffers were in use. Source: Apple, kCMSampleBufferDroppedFrameReason_OutOfBuffers.
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
/// The device lost or damaged it. Source: Apple, kCMSampleBufferDroppedFrameReason_Discontinuity.
public let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"

/// The camera's intrinsic matrix for the frame: `Data` of three columns of four 32-bit floats (the fourth is padding),
/// in pixels. Linux: there is no simd; the bytes are laid out like `matrix_float3x3`. Source: Apple,
/// kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix.
public let kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString = "CameraIntrinsicMatrix"
