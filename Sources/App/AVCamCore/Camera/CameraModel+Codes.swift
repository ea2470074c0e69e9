/// Codes in the picture.
extension CameraModel {
    /// A hand that reaches for the button shakes the camera.
    private static let memory = Duration.seconds(4)

    /// Turns scanning off where no codes can be read, with a sentence.
    func settleCodes() async {
        do {
            try await service.checkCodeScanning()
        } catch {
            problem = Message(error)
            state.isCodeScanningEnabled = false
            remember()
            await trying { try await service.setCodeScanning(enabled: false) }
        }
    }

    func codeChanged(_ code: FoundCode?) {
        forgettingCode?.cancel()
        if let code {
            foundCode = code
        } else if !isCodeScanningEnabled || captureMode != .photo {
            foundCode = nil
        } else {
            forgettingCode = Task { [weak self, sleep] in
                try? await sleep(Self.memory)
                if !Task.isCancelled { self?.foundCode = nil }
            }
        }
    }
}
