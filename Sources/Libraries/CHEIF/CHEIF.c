#include "CHEIF.h"

#include <dlfcn.h>
#include <stdio.h>

static hfx_functions functions;
static char problem_text[256];

const hfx_functions *hfx_load(const char **problem) {
    *problem = problem_text;
    void *library = dlopen("libheif.so.1", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(problem_text, sizeof problem_text, "libheif.so.1 cannot be loaded; install the package libheif1");
        return NULL;
    }

#define HFX_FIND(name)                                                                                   \
    if (!(functions.name = (__typeof__(functions.name))dlsym(library, #name))) {                         \
        snprintf(problem_text, sizeof problem_text, "the installed libheif has no function %s", #name); \
        return NULL;                                                                                     \
    }
    HFX_FUNCTIONS(HFX_FIND)
#undef HFX_FIND

    *problem = NULL;
    return &functions;
}
