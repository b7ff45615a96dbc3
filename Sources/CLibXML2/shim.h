// Debian's libxml2 declares ICU's types in one header; nothing here uses them. A host that imports Foundation has another ICU, and
// the two conflict.
#include <libxml/xmlversion.h>
#undef LIBXML_ICU_ENABLED

#include <libxml/parser.h>
#include <libxml/parserInternals.h>
#include <libxml/SAX2.h>
#include <libxml/xmlerror.h>
