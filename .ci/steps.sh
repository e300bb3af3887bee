# Sourced by the scripts next to it: named steps, each with its time, installation of programs, and repetition of rigs.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

# Incremental artifacts would help only the next build, and take more disk space than the build itself.
export CARGO_INCREMENTAL=0

rm -rf target/ci
mkdir -p target/ci

# CPU seconds of the whole machine, because Postgres outlives the tests that start it.
cpu_seconds() {
    awk '/^cpu / { printf "%d", ($2 + $3 + $4) / 100 }' /proc/stat
}
first=$(cpu_seconds)

summary= name=
took() {
    [ -z "$name" ] ||
        summary+=$(printf '%5d s %6d CPU s  %s' $((SECONDS - began)) $(($(cpu_seconds) - cpu_began)) "$name")$'\n'
}
step() {
    took
    name=$* began=$SECONDS cpu_began=$(cpu_seconds)
    printf '\n== %s\n' "$name"
}
finish() {
    took
    printf '\n%s%5d s %6d CPU s  in all\n' "$summary" $SECONDS $(($(cpu_seconds) - first))
    if [ -s target/ci/times ]; then
        printf '\nThe ten slowest tests, in seconds:\n'
        { grep -v ', all tests$' target/ci/times || true; } | sort --reverse --numeric-sort | sed -n 1,10p
    fi
    # The last lines, so that they are seen.
    [ ! -s target/ci/flaky ] || sed 's/^/flaky: /' target/ci/flaky
}
trap finish EXIT

# Runs a rig, which is a program that drives many processes. If it fails, runs it once more: rig COMMAND…
rig() {
    "$@" && return
    printf '\n-- once more: %s\n' "$*"
    "$@"
    echo "$*" >>target/ci/flaky
}

# Installs a missing program from Debian's packages, if this user may: have PROGRAM PACKAGE…
have() {
    local program=$1
    shift
    command -v "$program" >/dev/null && return
    [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null && apt-get update --quiet=2 &&
        DEBIAN_FRONTEND=noninteractive apt-get install --quiet=2 --yes --no-install-recommends "$@"
}

# Installs Python packages of these versions in target/NAME: install_python NAME PACKAGE==VERSION…
install_python() {
    local folder=target/$1
    shift
    python3 -m venv "$folder"
    "$folder/bin/pip" install --quiet --disable-pip-version-check "$@"
}

# Every step that is about APIs takes them from this list.
apis=($(.ci/apis))

# Runs `cargo test`, and each failed test once more, alone. TEST_RETRY=no turns that off.
tests() {
    cargo test --no-fail-fast --config 'target."cfg(all())".runner = ".ci/test-runner"' "$@"
}

# Whether git has the commits that were released. The checkout may belong to another user, lack these commits, or not be
# a git repository.
has_releases() {
    have git git || return
    export GIT_CONFIG_COUNT=1 GIT_CONFIG_KEY_0=safe.directory GIT_CONFIG_VALUE_0=$PWD
    have_commits || { git fetch --quiet --unshallow 2>/dev/null && have_commits; }
}
have_commits() {
    sed -n 's/^ *commit: //p' specs/releases.yaml | xargs --no-run-if-empty -n 1 git cat-file -e 2>/dev/null
}
