import AVCamCore
import Foundation
import GtkSupport

/// An item's details, in groups of rows.
final class DetailsPanel {
    private let box: Widget
    private var loading: Task<Void, Never>?

    init(_ box: Widget) { self.box = box }

    func show(_ item: MediaItem) {
        loading?.cancel()
        loading = Task { [weak self] in
            let details = await Result { try await item.details() }
            guard !Task.isCancelled, let self else { return }
            box.removeChildren()
            switch details {
            case .success(let details): fill(details)
            case .failure(let error):
                add(gettext("File"), [(gettext("Cannot Read This Item"), Message.translated(error))])
            }
        }
    }

    func clear() {
        loading?.cancel()
        box.removeChildren()
    }

    private func fill(_ details: MediaDetails) {
        let seconds = details.date.timeIntervalSince1970
        add(
            gettext("Taken"),
            [
                (gettext("Date"), LocalText.date(seconds, gettext("%A, %-d %B %Y"))),
                (gettext("Time"), LocalText.date(seconds, gettext("%H:%M:%S"))),
                (gettext("Place"), details.place.map { LocalText.decimals($0.text) }),
            ])
        add(
            gettext("File"),
            [
                (gettext("Name"), details.filename),
                (gettext("Format"), details.format),
                (gettext("Size"), LocalText.fileSize(details.fileSize)),
                (gettext("Dimensions"), dimensions(details)),
                (gettext("Duration"), details.duration),
                (gettext("Video"), video(details)),
                (
                    gettext("Frame Rate"),
                    details.frameRate.map { filled(gettext("%s frames a second"), LocalText.decimals($0)) }
                ),
                (gettext("Sound"), sound(details)),
            ])
        add(
            gettext("Camera"),
            [
                (gettext("Camera"), details.camera),
                (gettext("Lens"), details.lens),
                (gettext("Focal Length"), details.focalLength.map(LocalText.decimals)),
                (
                    gettext("Exposure Time"),
                    details.exposureTime.map { filled(gettext("%s s"), LocalText.decimals($0)) }
                ),
                (gettext("Aperture"), details.aperture.map(LocalText.decimals)),
                (gettext("ISO"), details.iso.map { "\($0)" }),
                (
                    gettext("Exposure Bias"),
                    details.exposureBias.map { filled(gettext("%s EV"), LocalText.decimals($0)) }
                ),
                (
                    gettext("Flash"),
                    details.isFlashFired.map { $0 ? pgettext("flash", "Fired") : pgettext("flash", "Off") }
                ),
            ])
    }

    /// Adds the rows that have a value, under their title if there are any.
    private func add(_ title: String, _ rows: [(name: String, value: String?)]) {
        let known = rows.filter { $0.value?.isEmpty == false }
        if known.isEmpty { return }
        let group = PreferencesGroup(title: title)
        for row in known { group.addRow(title: row.name, subtitle: row.value ?? "") }
        box.append(group)
    }

    private func dimensions(_ details: MediaDetails) -> String? {
        guard let dimensions = details.dimensions.map(LocalText.inOrder) else { return nil }
        return details.megapixels.map { filled(gettext("%s (%s megapixels)"), dimensions, LocalText.decimals($0)) }
            ?? dimensions
    }

    private func video(_ details: MediaDetails) -> String? {
        details.videoCodec.map { details.isHDR ? filled(gettext("%s, high dynamic range"), $0) : $0 }
    }

    private func sound(_ details: MediaDetails) -> String? {
        details.videoCodec == nil ? nil : details.audioCodec ?? gettext("None")
    }
}
