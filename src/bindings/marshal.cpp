// JavaScript's part of reading arrays.
#include <emscripten/emscripten.h>
#include <emscripten/val.h>

// Whether every element is a number is checked before the copy, because a BigInt or a Symbol in it would throw through
// WebAssembly's frames. An array that is too long anyway is not looked through. A detached buffer has length 0.
// clang-format off
EM_JS(double, attn_number_array_length, (emscripten::EM_VAL handle), {
  var value = Emval.toValue(handle);
  if (Array.isArray(value)) return value.length <= 16777216 && !value.every(function(x) { return typeof x == 'number'; }) ? -1 : value.length;
  if (!ArrayBuffer.isView(value) || typeof value.length != 'number') return -1;
  return typeof BigInt64Array != 'undefined' && (value instanceof BigInt64Array || value instanceof BigUint64Array) ? -1 : value.length;
});
// clang-format on
