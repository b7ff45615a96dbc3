#ifndef CCHECKSUM_H
#define CCHECKSUM_H

#include <stddef.h>
#include <stdint.h>

// The CRC-32 of gzip by carry-less multiplication, if the processor has it: V. Gopal and others, "Fast CRC Computation for
// Generic Polynomials Using PCLMULQDQ Instruction" (Intel, 2009). The names of the constants are those of the paper.

#if defined(__x86_64__)
#include <cpuid.h>
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

// The checksum of a number of bytes, which is at least 64 and a multiple of 16, continued from the checksum of the bytes before.
__attribute__((target("pclmul,sse4.1")))
static inline uint32_t formcells_folded_checksum(const uint8_t *bytes, size_t count, uint32_t before) {
  const __m128i k1k2 = _mm_set_epi64x(0x1c6e41596, 0x154442bd4);
  const __m128i k3k4 = _mm_set_epi64x(0x0ccaa009e, 0x1751997d0);
  const __m128i k5 = _mm_set_epi64x(0, 0x163cd6124);
  const __m128i polynomial = _mm_set_epi64x(0x1f7011641, 0x1db710641);
  const __m128i low = _mm_setr_epi32(~0, 0, ~0, 0);
  const uint8_t *end = bytes + count;

  __m128i a = _mm_xor_si128(formcells_load(bytes), _mm_cvtsi32_si128((int)~before));
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

  // Reduces 128 bits to 64, and these to 32 by Barrett's reduction.
  a = _mm_xor_si128(_mm_srli_si128(a, 8), _mm_clmulepi64_si128(a, k3k4, 0x10));
  a = _mm_xor_si128(_mm_srli_si128(a, 4), _mm_clmulepi64_si128(_mm_and_si128(a, low), k5, 0x00));
  b = _mm_clmulepi64_si128(_mm_and_si128(a, low), polynomial, 0x10);
  b = _mm_clmulepi64_si128(_mm_and_si128(b, low), polynomial, 0x00);
  return ~(uint32_t)_mm_extract_epi32(_mm_xor_si128(a, b), 1);
}

// SHA-256 by the processor's instructions, if it has them (Intel 64 Manual, "SHA Extensions").

static inline int formcells_has_sha256(void) {
  unsigned int a, b, c, d;
  return __builtin_cpu_supports("sse4.1") && __get_cpuid_count(7, 0, &a, &b, &c, &d) && (b >> 29 & 1);
}

// Adds whole blocks of 64 bytes to the state of eight words, with the 64 round constants.
__attribute__((target("sha,ssse3,sse4.1")))
static inline void formcells_sha256_blocks(
  uint32_t *state, const uint8_t *bytes, size_t count, const uint32_t *constants) {
  const __m128i big_endian = _mm_set_epi64x(0x0c0d0e0f08090a0b, 0x0405060700010203);
  // The instructions need the words as (a, b, e, f) and (c, d, g, h), with the first one in the highest place.
  __m128i abcd = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)state), 0xB1);
  __m128i efgh = _mm_shuffle_epi32(_mm_loadu_si128((const __m128i *)(state + 4)), 0x1B);
  __m128i abef = _mm_alignr_epi8(abcd, efgh, 8);
  __m128i cdgh = _mm_blend_epi16(efgh, abcd, 0xF0);
  for (; count > 0; count--, bytes += 64) {
    const __m128i abef_before = abef, cdgh_before = cdgh;
    __m128i w[4];
    for (int i = 0; i < 16; i++) {
      // The next four words of the message, or of the schedule; the last sixteen are kept in a ring.
      __m128i next;
      if (i < 4) {
        next = _mm_shuffle_epi8(_mm_loadu_si128((const __m128i *)(bytes + 16 * i)), big_endian);
      } else {
        const __m128i last = w[(i + 3) & 3];
        next = _mm_sha256msg1_epu32(w[i & 3], w[(i + 1) & 3]);
        next = _mm_add_epi32(next, _mm_alignr_epi8(last, w[(i + 2) & 3], 4));
        next = _mm_sha256msg2_epu32(next, last);
      }
      w[i & 3] = next;
      const __m128i words = _mm_add_epi32(next, _mm_loadu_si128((const __m128i *)(constants + 4 * i)));
      cdgh = _mm_sha256rnds2_epu32(cdgh, abef, words);
      abef = _mm_sha256rnds2_epu32(abef, cdgh, _mm_shuffle_epi32(words, 0x0E));
    }
    abef = _mm_add_epi32(abef, abef_before);
    cdgh = _mm_add_epi32(cdgh, cdgh_before);
  }
  abcd = _mm_shuffle_epi32(abef, 0x1B);
  efgh = _mm_shuffle_epi32(cdgh, 0xB1);
  _mm_storeu_si128((__m128i *)state, _mm_blend_epi16(abcd, efgh, 0xF0));
  _mm_storeu_si128((__m128i *)(state + 4), _mm_alignr_epi8(efgh, abcd, 8));
}
#else
static inline int formcells_folds_checksums(void) { return 0; }
static inline uint32_t formcells_folded_checksum(const uint8_t *bytes, size_t count, uint32_t before) {
  return 0;
}
static inline int formcells_has_sha256(void) { return 0; }
static inline void formcells_sha256_blocks(
  uint32_t *state, const uint8_t *bytes, size_t count, const uint32_t *constants) {}
#endif

#endif
