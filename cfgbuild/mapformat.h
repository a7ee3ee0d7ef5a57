/* mapformat.h - the bytes of a static map's record: what encode.c and decode.c have to agree on.
 *
 * The payload.  A number is unsigned LEB128, in its shortest form or not; a string is its length and its bytes; an
 * optional string is its length + 1 and its bytes, or 0.  A position is one number: the difference of the line to that
 * of the position before, zigzag coded, times two, plus one where the file is another; then the file, if it is; then
 * the column.  The first position of a function follows on line 0 of file 0.
 *
 *   unit:     name, directory?, number of files, files, event, truncation, update, how, k (of k-paths), counters,
 *             number of layouts, layouts, number of callees + 1 or 0 (calls are not listed), callees,
 *             number of functions, functions
 *   layout:   name, size, number of fields, fields
 *   field:    name, type, offset, size * 2 (+ 1: a bit-field); in bits
 *   callee:   name, function + 1 or 0; in the order of names
 *   function: name, position, last line - first line (zigzag), CFG hash (8 bytes, little endian), storage,
 *             flags (1 static, 2 inline, 4 calls setjmp, 8 numbered, 16 guided, 32 stale, 64 only called), reason?,
 *             base, counters, number of callers, callers; unless storage says none: number of blocks, number of edges,
 *             blocks, edges, number of accesses, accesses, number of sites, sites, number of calls, calls
 *   caller:   function, block
 *   block:    kind, position, counter + 1 or 0 where the storage is blocks, number of lines, lines (positions)
 *   edge:     kind + 16 * cut, source, target, value where numbered, counter + 1 or 0 where the storage is edges,
 *             label?
 *   access:   block - block of the one before, layout, field, reads, writes; in the order of block, layout, field
 *   site:     kind, name, position, bits * 2 (+ 1: signed), number of labels, labels; sites whose values are recorded
 *   label:    low, high - low, text
 *   call:     block - block of the one before, callee * 2, or of a pointer (site + 1 or 0) * 2 + 1, position */
#ifndef PEP_CFGBUILD_MAPFORMAT_H
#define PEP_CFGBUILD_MAPFORMAT_H

#define PEP_MAP_MAGIC "PEPM"
enum {
    PEP_MAP_LENGTH = 5,  /* where the length stands ... */
    PEP_MAP_FOLLOWS = 9, /* ... and what it counts begins, with the hash */
    PEP_MAP_HEADER = 17, /* bytes in front of the payload */
};
enum pep_map_flags {
    PEP_MAP_STATIC = 1,
    PEP_MAP_INLINE = 2,
    PEP_MAP_SETJMP = 4,
    PEP_MAP_NUMBERED = 8,
    PEP_MAP_GUIDED = 16,
    PEP_MAP_STALE = 32,
    PEP_MAP_ONLY_CALLED = 64,
};
#endif
