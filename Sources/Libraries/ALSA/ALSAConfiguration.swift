internal import CALSA

/// What alsa-lib's configuration files say. Nothing is opened for it.
///
/// The files are read once, at first use, from `ALSA_CONFIG_PATH` or the system's folders.
package enum ALSAConfiguration {
    /// The type of plug-in behind a name: "hw", "plug", "pipewire", "pulse" …
    ///
    /// - Returns: `nil` when no PCM has that name.
    ///
    /// Source: alsa-lib, "Configuration files"; snd_config_search_definition.
    package static func type(ofPCM name: String) -> String? {
        var top: OpaquePointer?
        guard snd_config_update_ref(&top) >= 0, let top else { return nil }
        defer { snd_config_unref(top) }
        var definition: OpaquePointer?
        guard snd_config_search_definition(top, "pcm", name, &definition) >= 0, let definition else { return nil }
        defer { snd_config_delete(definition) }
        var node: OpaquePointer?
        var text: UnsafePointer<CChar>?
        guard snd_config_search(definition, "type", &node) >= 0, snd_config_get_string(node, &text) >= 0, let text
        else { return nil }
        return String(cString: text)
    }

    /// Keeps alsa-lib from printing to standard error. Its errors are still thrown.
    package static func silenceMessages() {
        calsa_be_quiet()
    }
}
