// Preloaded: a bus without room. To start a stream of the pixel format $REFUSED, or any ("all"), fails with ENOSPC.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/videodev2.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

static unsigned int format;

int ioctl(int fd, unsigned long request, ...) {
    static int (*next)(int, unsigned long, void *);
    if (!next) next = (int (*)(int, unsigned long, void *))dlsym(RTLD_NEXT, "ioctl");
    va_list arguments;
    va_start(arguments, request);
    void *argument = va_arg(arguments, void *);
    va_end(arguments);
    const char *refused = getenv("REFUSED");
    if (refused && request == VIDIOC_STREAMON && (!strcmp(refused, "all") || !memcmp(refused, &format, 4))) {
        errno = ENOSPC;
        return -1;
    }
    int result = next(fd, request, argument);
    if (request == VIDIOC_S_FMT && result == 0) format = ((struct v4l2_format *)argument)->fmt.pix.pixelformat;
    return result;
}
