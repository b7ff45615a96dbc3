#include <zlib.h>

#include "checksum.h"
