// So that `import os.log` finds a submodule.
@_exported import os
