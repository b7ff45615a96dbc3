#ifndef CCHECKSUM_H
#define CCHECKSUM_H

#include <stddef.h>
#include <stdint.h>

// The CRC-32 of gzip by multiplication without carries, where the processor has it: V. Gopal and others, "Fast CRC Computation for
// Generic Polynomials Using PCLMULQDQ Instruction" (Intel, 2009). Its names of the constants are kept.

#if defined(__x86_64__)
#include <immintrin.h>

static inline int formcells_folds_checksums(void) {
  return __builtin_cpu_supports("pclmul") && __builtin_cpu_supports("sse4.1");
}

__attribute__((target("pclmul,sse4.1")))
static inline __m128i formcells_fold(__m128i value, __m128i next, __m128i by) {
  __m128i low = _mm_clmulepi64_si128(value, by, 0x00);
  __m128i high = _mm_clmulepi64_si128(value, by, 0x11);
  return _mm_xor_si128(_mm_xor_si128(low, high), next);
}

__attribute__((target("pclmul,sse4.1")))
static inline __m128i formcells_load(const uint8_t *bytes) {
  return _mm_loadu_si128((const __m128i *)bytes);
}

// The checksum of at least 64 bytes, of which there are a multiple of 16.
__attribute__((target("pclmul,sse4.1")))
static inline uint32_t formcells_folded_checksum(const uint8_t *bytes, size_t count) {
  const __m128i k1k2 = _mm_set_epi64x(0x1c6e41596, 0x154442bd4);
  const __m128i k3k4 = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
  const __m128i k5 = _mm_set_epi64x(0, 0x163cd6124);
  const __m128i polynomial = _mm_set_epi64x(0x1f7011641, 0x1db710641);
  const __m128i low = _mm_setr_epi32(~0, 0, ~0, 0);
  const uint8_t *end = bytes + count;

  __m128i a = _mm_xor_si128(formcells_load(bytes), _mm_cvtsi32_si128(~0));
  __m128i b = formcells_load(bytes + 16);
  __m128i c = formcells_load(bytes + 32);
  __m128i d = formcells_load(bytes + 48);
  for (bytes += 64; end - bytes >= 64; bytes += 64) {
    a = formcells_fold(a, formcells_load(bytes), k1k2);
    b = formcells_fold(b, formcells_load(bytes + 16), k1k2);
    c = formcells_fold(c, formcells_load(bytes + 32), k1k2);
    d = formcells_fold(d, formcells_load(bytes + 48), k1k2);
  }
  a = formcells_fold(formcells_fold(formcells_fold(a, b, k3k4), c, k3k4), d, k3k4);
  for (; bytes < end; bytes += 16) a = formcells_fold(a, formcells_load(bytes), k3k4);

  // 128 bits become 64, and 32 by Barrett's reduction.
  a = _mm_xor_si128(_mm_srli_si128(a, 8), _mm_clmulepi64_si128(a, k3k4, 0x10));
  a = _mm_xor_si128(_mm_srli_si128(a, 4), _mm_clmulepi64_si128(_mm_and_si128(a, low), k5, 0x00));
  b = _mm_clmulepi64_si128(_mm_and_si128(a, low), polynomial, 0x10);
  b = _mm_clmulepi64_si128(_mm_and_si128(b, low), polynomial, 0x00);
  return ~(uint32_t)_mm_extract_epi32(_mm_xor_si128(a, b), 1);
}
#else
static inline int formcells_folds_checksums(void) { return 0; }
static inline uint32_t formcells_folded_checksum(const uint8_t *bytes, size_t count) { return 0; }
#endif

#endif
