# The WebAssembly targets: one source, two lane types. Included by CMakeLists.txt under Emscripten only.
# Both modules share one glue file (the scalar one's is byte-identical and is checked to be so by a test).

set(ATTN_HOT_NAMES attention_fused product random row_drawing row_summary scores softmax training_gradient)
# Weight: what is not hot is compiled for size alone, with inlining (Emscripten switches it off at -Os and -Oz); the small functions that -Oz leaves are put into their callers when the module is
# linked, where all of them are known. Where the time goes the loops are unrolled and vectorised by hand; the compiler's own unrolling
# would treble those files and gain one percent. Inner loops are larger than the linker's limit of 60 and stay functions of their own: inlined
# into a large one, a loop loses its registers in V8, and the download grows.
set(ATTN_SMALL -Oz -finline-functions -fno-unroll-loops -fno-vectorize -fno-slp-vectorize)
set(ATTN_HOT -O2 -finline-functions -fno-unroll-loops -fno-vectorize -fno-slp-vectorize)
list(TRANSFORM ATTN_HOT_NAMES PREPEND src/core/ OUTPUT_VARIABLE ATTN_HOT_SOURCES)
list(TRANSFORM ATTN_HOT_SOURCES APPEND .cpp)
set_source_files_properties(${ATTN_HOT_SOURCES} PROPERTIES COMPILE_OPTIONS "${ATTN_HOT}" SKIP_PRECOMPILE_HEADERS ON)
set(ATTN_LINK_SMALL -Oz -sBINARYEN_EXTRA_PASSES=--always-inline-max-function-size=5,--one-caller-inline-max-function-size=60,-Oz)

# embind's JavaScript without its C++ library (`--bind` means both): embind_types.cpp stands in for that.
set(ATTN_JS_LIBRARIES "SHELL:--js-library ${EMSCRIPTEN_ROOT_PATH}/src/embind/embind.js" "SHELL:--js-library ${EMSCRIPTEN_ROOT_PATH}/src/embind/emval.js"
  "SHELL:--js-library ${PROJECT_SOURCE_DIR}/src/bindings/boundary.js")
set(ATTN_MODULE_LINK
  ${ATTN_JS_LIBRARIES} -sEXPORTED_FUNCTIONS=_malloc,_free -sINCOMING_MODULE_JS_API=instantiateWasm -sSUPPORT_ERRNO=0 -sMODULARIZE=1 -sEXPORT_ES6=1 -sUSE_ES6_IMPORT_META=0 -sENVIRONMENT=web,worker -sDYNAMIC_EXECUTION=0
  -sFILESYSTEM=0 -sALLOW_MEMORY_GROWTH=1 -sMALLOC=emmalloc -fno-exceptions -fno-rtti)
set(ATTN_TEST_LINK
  -sENVIRONMENT=node -sNODERAWFS=1 -sWASM_ASYNC_COMPILATION=0 -sEXIT_RUNTIME=1 -sALLOW_MEMORY_GROWTH=1 -fexceptions
  --pre-js ${PROJECT_SOURCE_DIR}/tests/support/node_environment.js)

option(ATTN_TEST_SCALAR "Compile and run the C++ tests with scalar lanes, too" OFF)

# Emscripten's clang 14 takes minutes to optimise this one file of templates.
set_source_files_properties(tests/kernels/attention_kernels_test.cpp PROPERTIES COMPILE_OPTIONS -O0 SKIP_PRECOMPILE_HEADERS ON)

function(attn_wasm_variant variant)
  set(lane_flags ${ARGN})

  add_library(attn_core_${variant} STATIC ${ATTN_CORE_SOURCES})
  target_link_libraries(attn_core_${variant} PUBLIC attn_flags)
  target_compile_options(attn_core_${variant} PUBLIC ${lane_flags} PRIVATE ${ATTN_SMALL} -fno-exceptions -fno-rtti)
  # Eigen is read once; the module's bytes stay the same.
  target_precompile_headers(attn_core_${variant} PRIVATE src/core/matrix.h)

  add_executable(sqrt_dk_${variant} ${ATTN_BINDING_SOURCES})
  target_link_libraries(sqrt_dk_${variant} PRIVATE attn_core_${variant})
  target_compile_options(sqrt_dk_${variant} PRIVATE ${ATTN_SMALL} -fno-exceptions -fno-rtti -DEMSCRIPTEN_HAS_UNBOUND_TYPE_NAMES=0)
  target_compile_definitions(sqrt_dk_${variant} PRIVATE ATTN_VERSION="${PROJECT_VERSION}")
  target_link_options(sqrt_dk_${variant} PRIVATE ${lane_flags} ${ATTN_LINK_SMALL} ${ATTN_MODULE_LINK})
  # The module is named alike in both folders, so that the glue is the same file.
  set_target_properties(sqrt_dk_${variant} PROPERTIES LINK_DEPENDS ${PROJECT_SOURCE_DIR}/src/bindings/boundary.js OUTPUT_NAME sqrt_dk SUFFIX ".mjs"
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${variant})

  # The C++ tests compiled again: of the module that nearly every reader gets; of the other one, whose bits are the same, in the full run.
  if(variant STREQUAL scalar AND NOT ATTN_TEST_SCALAR)
    return()
  endif()
  attn_add_tests(attn_tests_${variant} attn_core_${variant})
  target_compile_definitions(attn_tests_${variant} PRIVATE CATCH_CONFIG_NO_POSIX_SIGNALS)
  target_compile_options(attn_tests_${variant} PRIVATE -O1 -fexceptions)
  target_link_options(attn_tests_${variant} PRIVATE ${lane_flags} -O1 ${ATTN_TEST_LINK})
  set_target_properties(attn_tests_${variant} PROPERTIES OUTPUT_NAME attn_tests SUFFIX ".cjs"
    RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/${variant})
  attn_run_tests(wasm-${variant} node ${CMAKE_BINARY_DIR}/${variant}/attn_tests.cjs)
endfunction()

attn_wasm_variant(scalar)
attn_wasm_variant(simd -msimd128)

# For script/bench only, never part of the page: the kernels as plain exports, and Eigen's attention in the same module.
add_executable(bench_kernels EXCLUDE_FROM_ALL tests/bench/engine_kernels.cpp tests/bench/eigen_attention.cpp)
target_link_libraries(bench_kernels PRIVATE attn_flags)
target_compile_options(bench_kernels PRIVATE -msimd128 -fno-exceptions -fno-rtti)
set_source_files_properties(tests/bench/engine_kernels.cpp PROPERTIES COMPILE_OPTIONS "${ATTN_HOT}")
target_link_options(bench_kernels PRIVATE -msimd128 ${ATTN_LINK_SMALL} --no-entry -sSTANDALONE_WASM=1 -sALLOW_MEMORY_GROWTH=1 -sMALLOC=emmalloc -fno-exceptions)
set_target_properties(bench_kernels PROPERTIES SUFFIX ".wasm" RUNTIME_OUTPUT_DIRECTORY ${CMAKE_BINARY_DIR}/bench)

# What only the two modules together can show: vector instructions in one and none in the other, equal bits, equal glue.
foreach(name weight vector_instructions same_bits bad_requests attention_formats)
  add_test(NAME wasm-${name} COMMAND node ${PROJECT_SOURCE_DIR}/tests/wasm/${name}.mjs ${CMAKE_BINARY_DIR})
endforeach()
