import AVCamCore
import GtkSupport

/// Turning and trimming the shown item. The library keeps the original.
extension Viewer {
    func addEditingActions() {
        window.addAction("turn-item") { [unowned self] direction in
            edit(saying: gettext("Turned.")) { try await $0.turn(clockwise: direction == "right") }
        }
        window.addAction("trim-item") { [unowned self] side in trim(side) }
        window.addAction("slow-item") { [unowned self] in
            edit { viewer, item in
                let isSlow = try await item.slowDown()
                viewer.say(
                    isSlow
                        ? gettext("Slow motion; Revert to Original brings the speed and the sound back.")
                        : gettext("Slow motion needs a movie of at least 50 frames a second."))
            }
        }
        window.addAction("revert-item") { [unowned self] in
            edit(saying: gettext("This is the original again.")) { try await $0.revert() }
        }
    }

    /// Also when a movie has been opened, closed, or played further.
    func enableEditing() {
        let item = place == .item ? pager.item : nil
        let canBeEdited = item?.canBeEdited == true && !isEditing
        window.setEnabled(canBeEdited, action: "turn-item")
        for action in ["trim-item", "slow-item"] {
            window.setEnabled(canBeEdited && item?.kind == .movie, action: action)
        }
        window.setEnabled(item?.isEdited == true && !isEditing, action: "revert-item")
    }

    /// - Parameter side: what is cut off, as seen from the moment that the movie shows: `before` or `after`.
    private func trim(_ side: String) {
        guard let item = pager.item, item.kind == .movie else { return }
        let moment = pager.page.moment ?? 0
        let range = side == "before" ? moment..<max(moment, item.duration) : 0..<moment
        // There is nothing to cut off, or nothing would be left.
        guard range.upperBound - range.lowerBound > 0.1, moment > 0.1 || side != "before", moment < item.duration else {
            return say(problem: gettext("First play or move the movie to where it should be cut."))
        }
        edit(saying: gettext("Cut; Revert to Original brings the rest back.")) { try await $0.trim(to: range) }
    }

    private func edit(saying sentence: String, _ body: @escaping (MediaItem) async throws -> Void) {
        edit { viewer, item in
            try await body(item)
            // Over another item it would be a lie.
            if viewer.place == .item, viewer.pager.item?.id == item.id { viewer.say(sentence) }
        }
    }

    private func edit(_ body: @escaping (Viewer, MediaItem) async throws -> Void) {
        guard let item = pager.item, !isEditing else { return }
        isEditing = true
        enableEditing()
        work.begin { [self] in
            do {
                try await body(self, item)
            } catch {
                say(problem: Message.translated(error))
            }
            isEditing = false
            enableEditing()
        }
    }

    // MARK: Time-lapse

    /// Makes a movie of the photos that are selected in the grid, the oldest first.
    func makeTimeLapse() {
        let photos = Array(grid.selected.filter { $0.kind != .movie }.reversed())
        guard photos.count > 1 else { return say(problem: gettext("Select two or more photos for a time-lapse.")) }
        endSelecting()
        say(gettext("The time-lapse is being made."))
        work.begin { [self] in
            do {
                try await TimeLapse.make(of: photos, pictures)
                say(gettext("The time-lapse is saved."))
            } catch {
                say(problem: Message.translated(error))
            }
        }
    }
}
