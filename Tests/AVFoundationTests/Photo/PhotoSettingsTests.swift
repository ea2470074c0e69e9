import Foundation
import SimulatedDevices
import Testing

@testable import AVFoundation

extension OnTheSimulatedPhone {
    @Suite struct PhotoSettingsTests {
        @Test func plainSettingsAreGoodForOnePhoto() throws {
            let output = AVCapturePhotoOutput()
            let capture = try SimulatedCapture(outputs: [output])
            withExtendedLifetime(capture) {
                let settings = AVCapturePhotoSettings()
                let check = PhotoSettingsCheck(output: output)
                #expect(check.problem(capturing: settings) == nil)
                #expect(check.problem(capturing: settings) == "Settings may not be re-used")
            }
        }

        @Test func constituentsOfTheCameraCanBeRequested() throws {
            let output = AVCapturePhotoOutput()
            let capture = try SimulatedCapture("back-dual-wide", outputs: [output])
            let settings = AVCapturePhotoSettings()
            settings.virtualDeviceConstituentPhotoDeliveryEnabledDevices = capture.camera.constituentDevices
            output.isVirtualDeviceConstituentPhotoDeliveryEnabled = true
            #expect(PhotoSettingsCheck(output: output).problem(preparing: settings) == nil)
        }

        @Test func copiedSettingsRequestTheSameAndAreNew() throws {
            let settings = AVCapturePhotoSettings.heic.with {
                $0.flashMode = .auto
                $0.photoQualityPrioritization = .speed
                $0.metadata = ["{TIFF}": ["Artist": "Ada"]]
            }
            let copy = AVCapturePhotoSettings(from: settings)
            #expect(copy.uniqueID != settings.uniqueID && copy.codec == .hevc)
            #expect(copy.flashMode == .auto && copy.photoQualityPrioritization == .speed)
            #expect(copy.metadata.keys.elementsEqual(["{TIFF}"]))
        }
    }
}
