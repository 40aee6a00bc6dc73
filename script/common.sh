# Shared by the scripts: says what it does, installs what is missing, builds. Sourced, never run.
# shellcheck shell=bash
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD
jobs=$(nproc 2>/dev/null || echo 2)
exec </dev/null

say() { printf '\033[1m== %s\033[0m\n' "$*"; }
fail() { printf '%s\n' "$*" >&2; exit 1; }

have() { command -v "$1" >/dev/null 2>&1; }

# What each step needs, as `test<TAB>Debian package`: a command's name, or a file's path. What is there is never installed again.
# shellcheck disable=SC2034  # used by the scripts that source this
build_needs='cmake:cmake
ninja:ninja-build
g++:g++
em++:emscripten
/usr/include/eigen3/Eigen/Core:libeigen3-dev
node:nodejs'
# shellcheck disable=SC2034
test_needs='/usr/include/catch2:catch2
/usr/include/nlohmann/json.hpp:nlohmann-json3-dev
clang++:clang
/usr/lib/llvm-14/lib/clang/14.0.6/lib/linux/libclang_rt.asan-x86_64.a:libclang-rt-14-dev
wasm-objdump:wabt
chromium-headless-shell:chromium-headless-shell
/usr/lib/python3/dist-packages/numpy:python3-numpy
/usr/share/fonts/opentype/noto/NotoSansCJK-Regular.ttc:fonts-noto-cjk'
# shellcheck disable=SC2034  # with a window, for what the headless shell cannot do
chromium_needs='chromium:chromium'

# shellcheck disable=SC2034
lint_needs='clang-format:clang-format
clang-tidy:clang-tidy
cmake:cmake
ninja:ninja-build
g++:g++
/usr/include/eigen3/Eigen/Core:libeigen3-dev
shellcheck:shellcheck
git:git
node:nodejs'

is_there() {
  case $1 in
    /*clang_rt*) compgen -G '/usr/lib/llvm-*/lib/clang/*/lib/linux/libclang_rt.asan-*.a' >/dev/null ;;
    /*) [ -e "$1" ] ;;
    em++) have em++ || { [ -n "${EMSDK:-}" ] && [ -x "$EMSDK/upstream/emscripten/em++" ]; } ;;
    *) have "$1" ;;
  esac
}

# install_missing "$needs" …: installs the Debian packages behind whatever is not there.
install_missing() {
  local needed package packages=()
  while IFS=: read -r needed package; do
    [ -z "$needed" ] || is_there "$needed" || packages+=("$package")
  done <<<"$(printf '%s\n' "$@")"
  [ ${#packages[@]} -eq 0 ] && return
  have apt-get || fail "Please install these first (their Debian names): ${packages[*]}"
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    have sudo || fail "Please install these as root, then run this again: apt-get install --no-install-recommends ${packages[*]}"
    as_root=(sudo)
  fi
  say "installing system packages: ${packages[*]}"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=600 update
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=600 install --no-install-recommends "${packages[@]}"
}

node_is_new_enough() {
  have node && node -e 'const [a, b] = process.versions.node.split(".").map(Number); process.exit(a > 20 || (a === 20 && b >= 19) ? 0 : 1)'
}

# A Node of at least 20.19 with its npm. Debian 12's is 18: node@22 then comes from npm into build/node.
ensure_node() {
  local own=$root/build/node/node_modules/.bin
  [ -x "$own/node" ] && PATH=$own:$PATH
  if ! node_is_new_enough; then
    have npm || install_missing 'npm:npm'
    say "Node $(node --version 2>/dev/null || echo 'missing') is too old for the page's build: getting node@22 into build/node"
    mkdir -p build/node
    npm install --prefix build/node --no-audit --no-fund --loglevel=error node@22 npm@10
    PATH=$own:$PATH
    node_is_new_enough || fail "node@22 was installed into build/node but does not run here; please install Node 20.19 or newer."
  fi
  have npm || fail "Node is here but npm is not; please install npm (it comes with Node's own packages)."
  export PATH
}

# npm_packages FOLDER [npm's options]: installs by the lock file, again only when it changed.
npm_packages() {
  local folder=$1 stamp
  shift
  stamp=$(cksum "$folder/package-lock.json")
  if [ ! -d "$folder/node_modules" ] || [ "$(cat "$folder/node_modules/.stamp" 2>/dev/null)" != "$stamp" ]; then
    say "installing npm packages of $folder/"
    npm ci --prefix "$folder" --no-audit --no-fund --loglevel=error "$@"
    printf '%s\n' "$stamp" >"$folder/node_modules/.stamp"
  fi
}

# build_modules [target …]: both WebAssembly modules (and what else is named).
# shellcheck disable=SC2120
build_modules() {
  say "building the WebAssembly modules"
  cmake --preset wasm >build/wasm-configure.log 2>&1 || { cat build/wasm-configure.log; fail "configuring the WebAssembly build failed"; }
  cmake --build --preset wasm -j "$jobs" --target sqrt_dk_scalar sqrt_dk_simd "$@"
}

build_site() {
  npm_packages web
  say "building the site into web/dist/"
  npm run --prefix web --silent build
}

mkdir -p build
