/* lua_addresses.h - included in front of Lua's files where two builds have to do the very same work.
 *
 * Lua hashes some strings and functions by their addresses, so two builds collide in different places.  One
 * bucket for all takes that away; the sources stay as they are. */
#ifndef PEP_TESTS_LUA_ADDRESSES_H
#define PEP_TESTS_LUA_ADDRESSES_H
#define LUA_CORE
#include "lprefix.h"

#include "llimits.h"
#undef point2uint
#define point2uint(p) ((void)(p), 0u)
#endif
