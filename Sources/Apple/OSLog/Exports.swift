// `Logger` and `os_log`.
@_exported import os
