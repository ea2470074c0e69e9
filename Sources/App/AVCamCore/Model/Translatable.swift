/// Marks a literal for translation in `po/`, as gettext's `N_` does. The translation is looked up where it is shown.
package func translatable(_ text: String) -> String { text }
