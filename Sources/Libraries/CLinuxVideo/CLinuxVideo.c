#include "CLinuxVideo.h"
