import Foundation
import MissingFoundation

// The properties that can be observed by Objective-C's names, for programs that are older than key paths.

extension AVCaptureDevice: KeyValueNamed {
    package static let observableProperties: [String: NamedProperty] = [
        "activeColorSpace": NamedProperty(\AVCaptureDevice.activeColorSpace),
        "activeFormat": NamedProperty(\AVCaptureDevice.activeFormat),
        "activePrimaryConstituentDevice": NamedProperty(\AVCaptureDevice.activePrimaryConstituent),
        "activeDepthDataFormat": NamedProperty(\AVCaptureDevice.activeDepthDataFormat),
        "activeMaxExposureDuration": NamedProperty(\AVCaptureDevice.activeMaxExposureDuration),
        "activeVideoMaxFrameDuration": NamedProperty(\AVCaptureDevice.activeVideoMaxFrameDuration),
        "activeVideoMinFrameDuration": NamedProperty(\AVCaptureDevice.activeVideoMinFrameDuration),
        "adjustingExposure": NamedProperty(\AVCaptureDevice.isAdjustingExposure),
        "adjustingFocus": NamedProperty(\AVCaptureDevice.isAdjustingFocus),
        "adjustingWhiteBalance": NamedProperty(\AVCaptureDevice.isAdjustingWhiteBalance),
        "connected": NamedProperty(\AVCaptureDevice.isConnected),
        "deviceWhiteBalanceGains": NamedProperty(\AVCaptureDevice.deviceWhiteBalanceGains),
        "exposureDuration": NamedProperty(\AVCaptureDevice.exposureDuration),
        "exposureMode": NamedProperty(\AVCaptureDevice.exposureMode),
        "exposurePointOfInterest": NamedProperty(\AVCaptureDevice.exposurePointOfInterest),
        "exposureTargetBias": NamedProperty(\AVCaptureDevice.exposureTargetBias),
        "exposureTargetOffset": NamedProperty(\AVCaptureDevice.exposureTargetOffset),
        "flashAvailable": NamedProperty(\AVCaptureDevice.isFlashAvailable),
        "focusMode": NamedProperty(\AVCaptureDevice.focusMode),
        "focusPointOfInterest": NamedProperty(\AVCaptureDevice.focusPointOfInterest),
        "grayWorldDeviceWhiteBalanceGains": NamedProperty(\AVCaptureDevice.grayWorldDeviceWhiteBalanceGains),
        "ISO": NamedProperty(\AVCaptureDevice.iso),
        "lensPosition": NamedProperty(\AVCaptureDevice.lensPosition),
        "lowLightBoostEnabled": NamedProperty(\AVCaptureDevice.isLowLightBoostEnabled),
        "maxAvailableVideoZoomFactor": NamedProperty(\AVCaptureDevice.maxAvailableVideoZoomFactor),
        "minAvailableVideoZoomFactor": NamedProperty(\AVCaptureDevice.minAvailableVideoZoomFactor),
        "rampingVideoZoom": NamedProperty(\AVCaptureDevice.isRampingVideoZoom),
        "systemPressureState": NamedProperty(\AVCaptureDevice.systemPressureState),
        "torchActive": NamedProperty(\AVCaptureDevice.isTorchActive),
        "torchAvailable": NamedProperty(\AVCaptureDevice.isTorchAvailable),
        "torchLevel": NamedProperty(\AVCaptureDevice.torchLevel),
        "torchMode": NamedProperty(\AVCaptureDevice.torchMode),
        "videoZoomFactor": NamedProperty(\AVCaptureDevice.videoZoomFactor),
        "whiteBalanceMode": NamedProperty(\AVCaptureDevice.whiteBalanceMode),
    ]
}

extension AVCaptureDevice.DiscoverySession: KeyValueNamed {
    package static let observableProperties = ["devices": NamedProperty(\AVCaptureDevice.DiscoverySession.devices)]
}

extension AVCaptureDevice.RotationCoordinator: KeyValueNamed {
    package static let observableProperties: [String: NamedProperty] = [
        "videoRotationAngleForHorizonLevelCapture":
            NamedProperty(\AVCaptureDevice.RotationCoordinator.videoRotationAngleForHorizonLevelCapture),
        "videoRotationAngleForHorizonLevelPreview":
            NamedProperty(\AVCaptureDevice.RotationCoordinator.videoRotationAngleForHorizonLevelPreview),
    ]
}

extension AVCaptureSession: KeyValueNamed {
    package static let observableProperties: [String: NamedProperty] = [
        "interrupted": NamedProperty(\AVCaptureSession.isInterrupted),
        "running": NamedProperty(\AVCaptureSession.isRunning),
    ]
}

extension AVCaptureConnection: KeyValueNamed {
    package static let observableProperties: [String: NamedProperty] = [
        "active": NamedProperty(\AVCaptureConnection.isActive),
        "activeVideoStabilizationMode": NamedProperty(\AVCaptureConnection.activeVideoStabilizationMode),
    ]
}

extension AVCaptureFileOutput: KeyValueNamed {
    package static let observableProperties: [String: NamedProperty] = [
        "recording": NamedProperty(\AVCaptureFileOutput.isRecording),
        "recordingPaused": NamedProperty(\AVCaptureFileOutput.isRecordingPaused),
    ]
}

extension AVCapturePhotoOutput: KeyValueNamed {
    package static let observableProperties: [String: NamedProperty] = [
        "captureReadiness": NamedProperty(\AVCapturePhotoOutput.captureReadiness),
        "constantColorEnabled": NamedProperty(\AVCapturePhotoOutput.isConstantColorEnabled),
        "isFlashScene": NamedProperty(\AVCapturePhotoOutput.isFlashScene),
        "livePhotoCaptureEnabled": NamedProperty(\AVCapturePhotoOutput.isLivePhotoCaptureEnabled),
        "livePhotoCaptureSuspended": NamedProperty(\AVCapturePhotoOutput.isLivePhotoCaptureSuspended),
    ]
}

@available(*, deprecated)
extension AVCaptureStillImageOutput: KeyValueNamed {
    package static let observableProperties = [
        "capturingStillImage": NamedProperty(\AVCaptureStillImageOutput.isCapturingStillImage)
    ]
}

extension AVCaptureVideoPreviewLayer: KeyValueNamed {
    package static let observableProperties = ["previewing": NamedProperty(\AVCaptureVideoPreviewLayer.isPreviewing)]
}

extension AVAssetWriter: KeyValueNamed {
    package static let observableProperties = ["status": NamedProperty(\AVAssetWriter.status)]
}

extension AVAssetWriterInput: KeyValueNamed {
    package static let observableProperties = [
        "readyForMoreMediaData": NamedProperty(\AVAssetWriterInput.isReadyForMoreMediaData)
    ]
}
