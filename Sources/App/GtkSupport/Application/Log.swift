internal import CGtk

/// Writes a line for experts to standard error, where a desktop keeps it in its journal.
package func writeLog(_ line: String) { g_log_default_handler("AVCam", G_LOG_LEVEL_MESSAGE, line, nil) }
