internal import CGtk

/// Several pages in one place, of which one is visible.
package final class PageStack: Widget {
    package enum Transition {
        case crossfade
        case slideLeft
        case slideRight
        case slideUp
        case slideDown

        fileprivate var type: GtkStackTransitionType {
            switch self {
            case .crossfade: GTK_STACK_TRANSITION_TYPE_CROSSFADE
            case .slideLeft: GTK_STACK_TRANSITION_TYPE_SLIDE_LEFT
            case .slideRight: GTK_STACK_TRANSITION_TYPE_SLIDE_RIGHT
            case .slideUp: GTK_STACK_TRANSITION_TYPE_SLIDE_UP
            case .slideDown: GTK_STACK_TRANSITION_TYPE_SLIDE_DOWN
            }
        }
    }

    package convenience init() { self.init(UnsafeMutableRawPointer(gtk_stack_new())) }

    package func add(_ page: Widget, named name: String) { gtk_stack_add_named(opaque, page.cast(), name) }

    package var page: String { gtk_stack_get_visible_child_name(opaque).map { String(cString: $0) } ?? "" }

    /// GTK observes the desktop's setting for reduced motion.
    package func show(_ page: String, _ transition: Transition = .crossfade) {
        gtk_stack_set_visible_child_full(opaque, page, transition.type)
    }
}
