import SwiftUI
import WidgetKit

/// The extension's controls.
@main
struct AVCamControls: WidgetBundle {
    var body: some Widget {
        AVCamControl()
    }
}
