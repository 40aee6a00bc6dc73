# Picks the Emscripten toolchain: an emsdk in the environment if there is one, else Debian's package.
if(DEFINED ENV{EMSDK} AND EXISTS "$ENV{EMSDK}/upstream/emscripten/cmake/Modules/Platform/Emscripten.cmake")
  include("$ENV{EMSDK}/upstream/emscripten/cmake/Modules/Platform/Emscripten.cmake")
elseif(EXISTS "/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake")
  include("/usr/share/emscripten/cmake/Modules/Platform/Emscripten.cmake")
else()
  message(FATAL_ERROR "No Emscripten found: install Debian's package `emscripten`, or activate an emsdk (EMSDK is not set).")
endif()
