// What the module says of itself: its version, its lanes, and the list of statuses.
#include <emscripten/bind.h>

#include "bindings/marshal.h"

namespace attn::bindings {

/// Reports the module's version, whether it was built with SIMD, and the names of all statuses in order.
static void engine_info() {
  answer_opens();
  Fields info(Fields::Direction::write);
  info.text("version", ATTN_VERSION);
#ifdef __wasm_simd128__
  bool simd = true;
#else
  bool simd = false;
#endif
  info("simd", simd);
  info.names("statuses", kStatusNames, std::size(kStatusNames));
}

EMSCRIPTEN_BINDINGS(info) {
  emscripten::function(
      "engineInfo", +[] { return answer(emscripten::val::undefined(), engine_info); });
}

}  // namespace attn::bindings
