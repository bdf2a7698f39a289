#!/bin/sh
# A hub on this machine from Debian's packages: mosquitto, PostgreSQL, an archiver, and three tables that play by
# themselves. It lies in a folder that is deleted at the end. HUB_SECONDS: ends by itself after so long, else at Ctrl-C.
# Broker, archiver and database may be killed: each is started again, as systemd does it in a hall.
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
    # it takes the place of the program that asks for it, so that its number is that of the database
    as="setpriv --reuid=postgres --regid=postgres --init-groups"
fi

# keep NAME COMMAND...: runs a program again whenever it ends; NAME.pid says as which process
keep() {
    name=$1
    shift
    trap 'kill "$child" 2>/dev/null; wait "$child" 2>/dev/null; exit 0' TERM
    trap '' INT
    while :; do
        "$@" &
        child=$!
        echo "$child" >"$work/$name.pid"
        wait "$child" || true
        sleep 1
    done
}

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
    rm -rf "$work"
}
tables= servers=
trap ended EXIT
trap 'exit 0' INT TERM

(
    cd /
    $as "$postgres/initdb" --no-sync --no-locale -E UTF8 -A trust -U tablecam -D "$work/data" >/dev/null
)
# shellcheck disable=SC2086
(cd / && keep record $as "$postgres/postgres" -D "$work/data" -c listen_addresses= -c "unix_socket_directories=$work") \
    >"$work/record.log" 2>&1 &
servers="$servers $!"
until "$postgres/pg_isready" -q -h "$work"; do sleep 0.2; done
"$bin/tablecam" hub init "$work/broker" --port "$port" --websockets "$((port + 1))" >"$work/users"
echo "user $(id -un)" >>"$work/broker/mosquitto.conf"
keep broker "$mosquitto" -c "$work/broker/mosquitto.conf" 2>"$work/broker/log" &
servers="$servers $!"
archiver=$(sed -n 's/^archiver: //p' "$work/users")
registrar=$(sed -n 's/^registrar: //p' "$work/users")
keep archiver "$bin/tablecam" hub --db "$record" --broker "$archiver" 2>"$work/archiver.log" &
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
echo "Kill what you like: $work has a file each with the number of the process, {broker,archiver,record}.pid"
echo "Look at it with: $bin/tablecam hub verify --db '$record'"
until=$(($(date +%s) + seconds))
while [ "$(date +%s)" -lt "$until" ]; do
    sleep 5 &
    wait $! || true
    echo
    # while the record is away there is nothing to be said of it
    "$bin/tablecam" hub status --db "$record" || continue
    "$bin/tablecam" hub archive "$work/wall" --db "$record" >/dev/null || true
done
