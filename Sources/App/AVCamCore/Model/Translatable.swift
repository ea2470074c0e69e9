/// Marks a literal for translators, who find it in `po/`; whoever shows it looks up the translation (gettext's `N_`).
package func translatable(_ text: String) -> String { text }
