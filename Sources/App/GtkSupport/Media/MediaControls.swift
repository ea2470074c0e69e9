internal import CGtk

/// What a screen reader says for the parts of `GtkMediaControls`.
@MainActor
package struct MediaControlNames {
    private let play, pause, position, volume, louder, quieter: String
    private var button: Widget?
    private var slider: Widget?

    package init(
        of controls: Widget, play: String, pause: String, position: String, volume: String, louder: String,
        quieter: String
    ) {
        (self.play, self.pause, self.position) = (play, pause, position)
        (self.volume, self.louder, self.quieter) = (volume, louder, quieter)
        give(to: controls)
        say(isPlaying: false)
        say(moment: nil)
    }

    package func say(isPlaying: Bool) { button?.setAccessibleLabel(isPlaying ? pause : play) }

    /// - Parameter moment: `nil` for the position's number alone.
    package func say(moment: String?) {
        if let moment {
            slider?.setAccessibleLabel(position, value: moment)
        } else {
            slider?.setAccessibleLabel(position)
        }
    }

    private mutating func give(to controls: Widget) {
        for part in controls.children {
            switch part.typeName {
            case "GtkButton": button = part
            case "GtkScale": slider = part
            case "GtkVolumeButton": giveToVolume(part)
            default: give(to: part)
            }
        }
    }

    private func giveToVolume(_ button: Widget) {
        for part in button.children {
            let icon: String = part.typeName == "GtkButton" ? part.iconName : ""
            // By itself, GTK says a button's tooltip, too.
            part.setAccessibleName(icon.contains("increase") ? louder : icon.contains("decrease") ? quieter : volume)
            giveToVolume(part)
        }
    }
}
