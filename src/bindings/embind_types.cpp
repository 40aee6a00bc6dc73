// The types that embind knows here: `val` alone. Every operation takes one and answers one, so this file stands in for the part of
// Emscripten's embind library that registers all numbers, strings and memory views (with JavaScript for each, and with sprintf for
// the names of types that nobody registered). Defined here, these two symbols keep the linker from taking that part.
#include <emscripten/bind.h>
#include <emscripten/emscripten.h>

#include <cstring>
#include <typeinfo>

extern "C" {

EMSCRIPTEN_KEEPALIVE __attribute__((constructor)) void __embind_register_native_and_builtin_types() {
  using emscripten::internal::TypeID;
  emscripten::internal::_embind_register_emval(TypeID<emscripten::val>::get(), "emscripten::val");
}

/// Asked for by embind's messages about unregistered types only; the caller frees the name.
EMSCRIPTEN_KEEPALIVE const char* __getTypeName(const std::type_info*) { return strdup("unregistered type"); }
}
