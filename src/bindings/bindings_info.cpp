// What the module says of itself: its version, its lanes, and the list of statuses.
#include "bindings/marshal.h"

namespace attn::bindings {

/// Reports the module's version, whether it was built with SIMD, and the names of all statuses in order.
static val engine_info() {
  val info = val::object();
  info.set("version", std::string(ATTN_VERSION));
#ifdef __wasm_simd128__
  info.set("simd", true);
#else
  info.set("simd", false);
#endif
  val names = val::array();
  for (const std::string_view name : kStatusNames) names.call<void>("push", std::string(name));
  info.set("statuses", names);
  return info;
}

EMSCRIPTEN_BINDINGS(info) { emscripten::function("engineInfo", &engine_info); }

}  // namespace attn::bindings
