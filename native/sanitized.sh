#!/usr/bin/env bash
# The tests of the compiled solver, and its fuzzer, with sanitizers for addresses and undefined behaviour.
#
#   native/sanitized.sh PYTHON [SECONDS]
#
# PYTHON is an interpreter whose environment has the engine and what its tests need; nothing is
# installed into it. The fuzzer runs for SECONDS (default: 30) with a fixed seed; CXX names the compiler.
# Ends with 0 only if no test failed and no sanitizer had anything to report.
set -Eeuo pipefail

native=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
python=${1:?usage: native/sanitized.sh PYTHON [SECONDS]}
seconds=${2:-30}
export CXX=${CXX:-g++}
sanitizers=address,undefined
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# Python keeps much until its end that looks like a leak, and ours could not be told from it.
export ASAN_OPTIONS="detect_leaks=0:exitcode=99:allocator_may_return_null=1"
export UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1:exitcode=99"

fail() {
    printf 'native/sanitized.sh: %s\n' "$*" >&2
    exit 1
}

printf -- '-- the extension, with sanitizers\n'
"$python" -m pip install -q --no-deps --disable-pip-version-check --target "$work/package" \
    --config-settings=cmake.define.SANITIZE="$sanitizers" --config-settings=cmake.build-type=RelWithDebInfo \
    --config-settings=build-dir="$work/build" "$native"

printf -- '-- the fuzzer, for %s s\n' "$seconds"
(cd "$native/src/cpp" && "$CXX" -std=gnu++17 -O1 -g -Wall -Wextra -Werror -fsanitize="$sanitizers" \
    -fno-sanitize-recover=all -fno-omit-frame-pointer fuzz.cpp board.cpp moves.cpp solver.cpp spec.cpp -o "$work/fuzz")
PYTHONPATH="$work/package" SOLITAIRE_SOLVER=python "$python" "$native/fuzz_corpus.py" "$work/corpus"
# Leaks are ours alone here.
ASAN_OPTIONS="${ASAN_OPTIONS/detect_leaks=0/detect_leaks=1}" \
    "$work/fuzz" --times 1000000000 --seed 7 --seconds "$seconds" "$work"/corpus/*.bin || fail "the fuzzer found something"
if command -v clang++ >/dev/null && (cd "$native/src/cpp" && clang++ -std=gnu++17 -O1 -g -DLIBFUZZER \
    -fsanitize="fuzzer,$sanitizers" -fno-sanitize-recover=all \
    fuzz.cpp board.cpp moves.cpp solver.cpp spec.cpp -o "$work/libfuzzer" 2>"$work/clang.log"); then
    cp -r "$work/corpus" "$work/grown"
    "$work/libfuzzer" -seed=7 -max_total_time=$((seconds / 3 + 1)) -timeout=60 -rss_limit_mb=4096 -max_len=200000 \
        -verbosity=0 "$work/grown" >"$work/libfuzzer.log" 2>&1 || { cat "$work/libfuzzer.log" >&2; fail "libFuzzer found something"; }
    printf 'libFuzzer found nothing\n'
else
    printf 'libFuzzer is left out: clang++ with its runtime is not here\n'
fi

printf -- '-- tests/native\n'
cd "$native/.."
asan=$("$CXX" -print-file-name=libasan.so)
[[ -e $asan ]] || fail "there is no libasan.so of $CXX"
# The extension with sanitizers comes before one that is installed. Left out is what measures memory or time, both of
# which sanitizers take themselves. A report ends the process with 99; pytest must not swallow what it writes.
PYTHONPATH="$work/package" LD_PRELOAD="$asan $("$CXX" -print-file-name=libstdc++.so)" \
    SOLITAIRE_NATIVE_IN="$work/package" "$python" -m pytest tests/native -q -p no:cacheprovider \
    --capture=sys --ignore=tests/native/test_peers.py -k "not memory" || fail "tests failed, or a sanitizer reported"
printf 'No sanitizer had anything to report.\n'
