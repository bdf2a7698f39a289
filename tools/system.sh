#!/bin/sh
# Debian packages that pip cannot bring: `system.sh demo`, `hub`, `test` or, for tests that skip without them, `browsers`
# and `voice`.
# Asks apt only for what is missing and only as root; otherwise it prints the one line to run, and fails.
set -eu

python=${PYTHON:-python3}
# opencv-python is linked against these
demo="libgl1 libglib2.0-0 libxcb1"
servers="postgresql mosquitto"
# libatomic1: Playwright's own node. The font: a page without one measures nothing. nftables: counts a hub's connections.
test="$demo libatomic1 chromium-headless-shell fonts-dejavu-core nftables $servers"
# Firefox, and WebKit with its driver and a screen that nobody sees
browsers="firefox-esr webkit2gtk-driver xvfb"
# speaks at the table's own machine
voice="espeak-ng"

case ${1:-} in
    demo) wanted=$demo ;;
    hub) wanted="$demo $servers" ;;
    test) wanted=$test ;;
    browsers) wanted=$browsers ;;
    voice) wanted=$voice ;;
    *) echo "usage: $0 demo|hub|test|browsers|voice" >&2; exit 2 ;;
esac

command -v dpkg-query >/dev/null || {
    echo "tablecam: this is not Debian or Ubuntu; your system must have what they call: python3-venv $wanted" >&2
    wanted=
}

# from Debian 13 on, some libraries carry t64 in their name
has() {
    dpkg-query -W -f '${db:Status-Status}\n' "$1" "$1t64" 2>/dev/null | grep -qx installed
}

missing=
for package in $wanted; do
    has "$package" && continue
    [ "$package" = chromium-headless-shell ] && has chromium && continue
    missing="$missing $package"
done

if ! command -v "$python" >/dev/null; then
    missing=" python3 python3-venv$missing"
elif ! "$python" -c 'import sys; sys.exit(sys.version_info < (3, 11))'; then
    echo "tablecam: needs Python 3.11 or later, and $python is $("$python" -V); say make PYTHON=python3.11" >&2
    exit 1
elif ! "$python" -c 'import ensurepip, venv' 2>/dev/null; then
    missing=" python3-venv$missing"
fi

[ -z "$missing" ] && exit 0

if [ "$(id -u)" -ne 0 ]; then
    echo "tablecam: some of the system's packages are missing; please run" >&2
    echo "    sudo apt-get update && sudo apt-get install --no-install-recommends$missing" >&2
    exit 1
fi
echo "tablecam: installing$missing"
export DEBIAN_FRONTEND=noninteractive
apt-get update -qq
# shellcheck disable=SC2086
apt-get install -qq -y --no-install-recommends $missing >/dev/null
