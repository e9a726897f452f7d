/* SPDX-License-Identifier: MIT */
#ifndef TC_SHA256_H
#define TC_SHA256_H

#include <stddef.h>

/* Write the first 16 hexadecimal digits, in lower case, of the SHA-256 of a text, and a zero. */
void sha256_digits(const char *text, size_t length, char digits[17]);

#endif
