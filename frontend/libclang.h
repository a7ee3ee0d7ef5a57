/* libclang.h - the part of libclang that we call, loaded on first need.
 *
 * Built against version 19's header, but every function here exists since 14, so that whichever library is at hand
 * does: 19, 22, 16, 14, in that order, then any other.  Being linked to it would cost every compilation 15 ms, the
 * many that only link or preprocess included; so it is opened when there is something to parse.  It then takes 3, with
 * the part of LLVM that it calls (trim_llvm.sh) in place of the whole. */
#ifndef PEP_FRONTEND_LIBCLANG_H
#define PEP_FRONTEND_LIBCLANG_H
#include <clang-c/Index.h>
#include <stdbool.h>

#define PEP_LIBCLANG_FUNCTIONS(X)                                                                                      \
    X(createIndex)                                                                                                     \
    X(parseTranslationUnit2)                                                                                           \
    X(getTranslationUnitCursor)                                                                                        \
    X(visitChildren)                                                                                                   \
    X(getCursorExtent)                                                                                                 \
    X(getCursorLocation)                                                                                               \
    X(getRangeStart)                                                                                                   \
    X(getRangeEnd)                                                                                                     \
    X(getExpansionLocation)                                                                                            \
    X(getCursorReferenced)                                                                                             \
    X(getEnumConstantDeclValue)                                                                                        \
    X(getCursorDefinition)                                                                                             \
    X(getCursorSpelling)                                                                                               \
    X(getCursorType)                                                                                                   \
    X(getCursorDisplayName)                                                                                            \
    X(getCursorResultType)                                                                                             \
    X(getCanonicalType)                                                                                                \
    X(isConstQualifiedType)                                                                                            \
    X(isVolatileQualifiedType)                                                                                         \
    X(getPointeeType)                                                                                                  \
    X(getArrayElementType)                                                                                             \
    X(getTypeSpelling)                                                                                                 \
    X(getCString)                                                                                                      \
    X(disposeString)                                                                                                   \
    X(getNumDiagnostics)                                                                                               \
    X(getDiagnostic)                                                                                                   \
    X(getDiagnosticSeverity)                                                                                           \
    X(getDiagnosticSpelling)                                                                                           \
    X(getDiagnosticLocation)                                                                                           \
    X(Cursor_getStorageClass)                                                                                          \
    X(getCursorLinkage)                                                                                                \
    X(Cursor_isFunctionInlined)                                                                                        \
    X(Cursor_Evaluate)                                                                                                 \
    X(EvalResult_getKind)                                                                                              \
    X(EvalResult_isUnsignedInt)                                                                                        \
    X(EvalResult_getAsUnsigned)                                                                                        \
    X(EvalResult_getAsLongLong)                                                                                        \
    X(EvalResult_dispose)                                                                                              \
    X(getClangVersion)                                                                                                 \
    X(getCursorSemanticParent)                                                                                         \
    X(getTypeDeclaration)                                                                                              \
    X(equalTypes)                                                                                                      \
    X(Cursor_isAnonymousRecordDecl)                                                                                    \
    X(Cursor_isBitField)                                                                                               \
    X(Cursor_getOffsetOfField)                                                                                         \
    X(getFieldDeclBitWidth)                                                                                            \
    X(getEnumDeclIntegerType)                                                                                          \
    X(Type_getSizeOf)                                                                                                  \
    X(Type_visitFields)

struct pep_libclang {
#define PEP_MEMBER(name) __typeof__(clang_##name) *name;
    PEP_LIBCLANG_FUNCTIONS(PEP_MEMBER)
#undef PEP_MEMBER
};

/* The library, opened once; NULL where none can be found, with *why telling the last reason. */
const struct pep_libclang *pep_libclang_open(const char **why);
/* Its major version, 0 where it does not say. */
int pep_libclang_version(const struct pep_libclang *l);
#endif
