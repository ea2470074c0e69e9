#include <adwaita.h>
#include <dlfcn.h>
#include <glib-unix.h>
#include <libintl.h>
#include <locale.h>

/* The hooks by which CoreFoundation runs Dispatch's main queue in its own run loop; here GLib's does. */
int _dispatch_get_main_queue_handle_4CF(void);
void _dispatch_main_queue_callback_4CF(void *_Nullable message);

/* Macros with casts, which Swift does not see. */
static const GType CGTK_TYPE_BOOLEAN = G_TYPE_BOOLEAN;
static const GType CGTK_TYPE_INT64 = G_TYPE_INT64;
static const GType CGTK_TYPE_DOUBLE = G_TYPE_DOUBLE;
static const GType CGTK_TYPE_STRING = G_TYPE_STRING;
static const GType CGTK_TYPE_OBJECT = G_TYPE_OBJECT;

static inline GType cgtk_type_of(gpointer object) { return G_OBJECT_TYPE(object); }
static inline GtkDialogFlags cgtk_dialog_modal(void) { return GTK_DIALOG_MODAL | GTK_DIALOG_USE_HEADER_BAR; }
static inline const GVariantType *cgtk_type_string(void) { return G_VARIANT_TYPE_STRING; }

/* Functions with a variable number of arguments, which Swift does not see. */
static inline void cgtk_emit(gpointer object, const char *signal) { g_signal_emit_by_name(object, signal); }
static inline void cgtk_set_accessible_label(gpointer widget, const char *label) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}
static inline void cgtk_set_accessible_value(gpointer widget, const char *value) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_VALUE_TEXT, value, -1);
}
static inline void cgtk_set_accessible_description(gpointer widget, const char *text) {
    gtk_accessible_update_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION, text, -1);
}
static inline void cgtk_set_accessible_selected(gpointer widget, gboolean selected) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_SELECTED, selected, -1);
}
static inline void cgtk_set_accessible_checked(gpointer widget, gboolean checked) {
    GtkAccessibleTristate state = checked ? GTK_ACCESSIBLE_TRISTATE_TRUE : GTK_ACCESSIBLE_TRISTATE_FALSE;
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_CHECKED, state, -1);
}
static inline void cgtk_set_accessible_disabled(gpointer widget, gboolean disabled) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_DISABLED, disabled, -1);
}
static inline void cgtk_set_accessible_hidden(gpointer widget, gboolean hidden) {
    gtk_accessible_update_state(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, hidden, -1);
}
static inline void cgtk_clear_accessible_labels(gpointer widget) {
    gtk_accessible_reset_relation(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_RELATION_LABELLED_BY);
}
static inline void cgtk_clear_accessible_description(gpointer widget) {
    gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_DESCRIPTION);
}

/* Swift does not see the vectors in graphene's types: 16 values of a matrix, row by row, and 4 to add. */
static inline void cgtk_push_colors(GtkSnapshot *snapshot, const float *values) {
    graphene_matrix_t matrix;
    graphene_vec4_t offset;
    graphene_matrix_init_from_float(&matrix, values);
    graphene_vec4_init_from_float(&offset, values + 16);
    gtk_snapshot_push_color_matrix(snapshot, &matrix, &offset);
}

/* gtk_grid_view_set_tab_behavior() of GTK 4.12, where the program runs with such a GTK: Tab leaves the grid. Returns whether
   it does. */
static inline gboolean cgtk_leave_grid_with_tab(gpointer grid) {
    void (*set_behavior)(GtkGridView *, int) =
        (void (*)(GtkGridView *, int))dlsym(NULL /* RTLD_DEFAULT */, "gtk_grid_view_set_tab_behavior");
    if (!set_behavior) return FALSE;
    set_behavior(GTK_GRID_VIEW(grid), 1 /* GTK_LIST_TAB_ITEM */);
    return TRUE;
}

/* gtk_accessible_announce() of GTK 4.14, where the program runs with such a GTK. Returns whether it does. */
static inline gboolean cgtk_announce(gpointer widget, const char *message) {
    void (*announce)(GtkAccessible *, const char *, int) =
        (void (*)(GtkAccessible *, const char *, int))dlsym(NULL /* RTLD_DEFAULT */, "gtk_accessible_announce");
    if (!announce) return FALSE;
    announce(GTK_ACCESSIBLE(widget), message, 1 /* GTK_ACCESSIBLE_ANNOUNCEMENT_PRIORITY_MEDIUM */);
    return TRUE;
}
