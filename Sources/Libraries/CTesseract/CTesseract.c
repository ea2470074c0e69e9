#include "CTesseract.h"

#include <dlfcn.h>
#include <stdio.h>

static ctx_functions functions;
static char problem_text[256];

const ctx_functions *ctx_load(const char **problem) {
    *problem = problem_text;
    void *library = dlopen("libtesseract.so.5", RTLD_NOW | RTLD_LOCAL);
    if (!library) {
        snprintf(problem_text, sizeof problem_text,
                 "libtesseract.so.5 cannot be loaded; install the packages libtesseract5 and tesseract-ocr-eng");
        return NULL;
    }

#define CTX_FIND(name, result, parameters)                                                                           \
    if (!(functions.name = (__typeof__(functions.name))dlsym(library, "Tess" #name))) {                              \
        snprintf(problem_text, sizeof problem_text, "the installed Tesseract has no function Tess%s", #name);        \
        return NULL;                                                                                                 \
    }
    CTX_FUNCTIONS(CTX_FIND)
#undef CTX_FIND

    *problem = NULL;
    return &functions;
}
