/// What is remembered from one start to the next.
extension CameraModel {
    package func finishIntroduction() {
        state.isIntroduced = true
        remember()
    }

    /// Writes what a person has chosen.
    func remember() {
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
