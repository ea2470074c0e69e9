/// Why a sample buffer has no frame: one of the reasons below.
public let kCMSampleBufferAttachmentKey_DroppedFrameReason: CFString = "DroppedFrameReason"

/// Its receiver was busy with an earlier frame.
public let kCMSampleBufferDroppedFrameReason_FrameWasLate: CFString = "FrameWasLate"
/// All buffers were in use.
public let kCMSampleBufferDroppedFrameReason_OutOfBuffers: CFString = "OutOfBuffers"
/// The device lost or damaged it.
public let kCMSampleBufferDroppedFrameReason_Discontinuity: CFString = "Discontinuity"

/// The camera's intrinsic matrix for the frame, in pixels: `Data` with the bytes of a `matrix_float3x3` of `simd`, which are
/// three columns of four 32-bit floats (the fourth is padding).
public let kCMSampleBufferAttachmentKey_CameraIntrinsicMatrix: CFString = "CameraIntrinsicMatrix"
