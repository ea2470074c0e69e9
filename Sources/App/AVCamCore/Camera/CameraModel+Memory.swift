/// Remembers a person's choices from one launch to the next.
extension CameraModel {
    package func finishIntroduction() {
        state.isIntroduced = true
        remember()
    }

    /// Saves the state, after earlier saves have ended. The mode of a QuickTake is not a person's choice.
    func remember() {
        var state = state
        if isQuickTaking { state.captureMode = .photo }
        saving = Task { [weak self, stateFile, state, before = saving] in
            await before?.value
            do {
                try await stateFile.save(state)
            } catch {
                self?.problem = Message(error)
            }
        }
    }
}
