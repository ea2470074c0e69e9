internal import CGtk

/// Screen reader names for the parts of a `GtkMediaControls`; GTK names none of them.
package struct MediaControlNames {
    package var play: String
    package var position: String
    package var volume: String
    package var louder: String
    package var quieter: String

    package init(play: String, position: String, volume: String, louder: String, quieter: String) {
        self.play = play
        self.position = position
        self.volume = volume
        self.louder = louder
        self.quieter = quieter
    }

    @MainActor package func give(to controls: Widget) {
        for part in controls.children {
            if let name = name(of: part) { part.setAccessibleLabel(name) }
            if part.typeName == "GtkVolumeButton" { giveToVolume(part) } else { give(to: part) }
        }
    }

    @MainActor private func giveToVolume(_ button: Widget) {
        for part in button.children {
            let icon: String = part.typeName == "GtkButton" ? part.iconName : ""
            part.setAccessibleLabel(icon.contains("increase") ? louder : icon.contains("decrease") ? quieter : volume)
            giveToVolume(part)
        }
    }

    @MainActor private func name(of part: Widget) -> String? {
        switch part.typeName {
        case "GtkButton": play
        case "GtkScale": position
        case "GtkVolumeButton": volume
        default: nil
        }
    }
}
