#!/bin/sh
# A hub on this machine from Debian's packages: mosquitto, PostgreSQL, an archiver, and three tables that play by
# themselves. It lies in a folder that is deleted at the end. HUB_SECONDS: ends by itself after so long, else at Ctrl-C.
set -eu

bin=${BIN:-.venv/bin}
seconds=${HUB_SECONDS:-86400}
port=${HUB_PORT:-18883}
work=$(mktemp -d)
postgres=$(dirname "$(ls -d /usr/lib/postgresql/*/bin/initdb | sort -V | tail -1)")
mosquitto=$(command -v mosquitto || echo /usr/sbin/mosquitto)
record="postgresql://tablecam@/postgres?host=$work"
# PostgreSQL refuses to run as root
as=
if [ "$(id -u)" -eq 0 ]; then
    chown postgres "$work"
    as="runuser -u postgres --"
fi

ended() {
    trap - EXIT INT TERM
    # the tables first: then the archiver has taken what they sent
    # shellcheck disable=SC2086
    kill $tables 2>/dev/null || true
    sleep 2
    "$bin/tablecam" hub status --db "$record" || true
    "$bin/tablecam" hub verify --db "$record" || true
    # shellcheck disable=SC2086
    kill $servers 2>/dev/null || true
    # shellcheck disable=SC2086
    wait $servers 2>/dev/null || true
    (cd / && $as "$postgres/pg_ctl" -D "$work/data" -m fast -w stop >/dev/null) || true
    rm -rf "$work"
}
tables= servers=
trap ended EXIT
trap 'exit 0' INT TERM

(
    cd /
    $as "$postgres/initdb" --no-sync --no-locale -E UTF8 -A trust -U tablecam -D "$work/data" >/dev/null
    $as "$postgres/pg_ctl" -w -D "$work/data" -l "$work/data/log" \
        -o "-c listen_addresses='' -c unix_socket_directories=$work" start >/dev/null
)
"$bin/tablecam" hub init "$work/broker" --port "$port" --websockets "$((port + 1))" >"$work/users"
echo "user $(id -un)" >>"$work/broker/mosquitto.conf"
"$mosquitto" -c "$work/broker/mosquitto.conf" 2>"$work/broker/log" &
servers="$servers $!"
archiver=$(sed -n 's/^archiver: //p' "$work/users")
registrar=$(sed -n 's/^registrar: //p' "$work/users")
"$bin/tablecam" hub --db "$record" --broker "$archiver" 2>"$work/archiver.log" &
servers="$servers $!"

urls=
for table in 1 2 3; do
    url=$("$bin/tablecam" hub add-table "This machine" "Table $table" --db "$record" --broker "$registrar" |
        sed -n 's/^broker = "\(.*\)"$/\1/p')
    urls="$urls $url"
done
# shellcheck disable=SC2086
"$bin/tablecam" hub rehearse $urls 2>"$work/tables.log" &
tables="$tables $!"
"$bin/tablecam" hub site "$work/wall" --websockets "ws://HOST:$((port + 1))" >/dev/null
"$bin/python" -m http.server "$((port + 2))" --bind 127.0.0.1 --directory "$work/wall" >/dev/null 2>&1 &
servers="$servers $!"

echo "The wall is at http://127.0.0.1:$((port + 2))/"
echo "The broker is at 127.0.0.1:$port, for browsers at $((port + 1)), and the record at"
echo "    $record"
echo "Look at it with: $bin/tablecam hub verify --db '$record'"
until=$(($(date +%s) + seconds))
while [ "$(date +%s)" -lt "$until" ]; do
    sleep 5 &
    wait $! || true
    echo
    "$bin/tablecam" hub status --db "$record"
    "$bin/tablecam" hub archive "$work/wall" --db "$record" >/dev/null
done
