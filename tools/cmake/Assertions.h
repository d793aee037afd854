// Comes before all else in a build with assertions against LLVM packages without. In each pass is
// a statistic, whose fields depend on NDEBUG, and whose constructor is in the packages: it
// must be declared here as it was there.
#ifdef __cplusplus
#ifdef NDEBUG
#include "llvm/ADT/Statistic.h"
#undef NDEBUG
#endif
#endif
