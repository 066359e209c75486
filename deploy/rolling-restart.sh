#!/bin/sh
# Replaces the servers of docker compose one after the other with the current image. A new server is ready before an old
# one hands over its players and stops. Build or pull the image first.
set -eu
cd "$(dirname "$0")/.."
wait_s=60

compose() { docker compose "$@"; }
is_ready() {
  docker exec "$1" node -e "fetch('http://127.0.0.1:3000/ready').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
}
all_ready() {
  for id in $(compose ps --quiet server); do is_ready "$id" || return 1; done
}

old=$(compose ps --quiet server)
[ -n "$old" ] || { echo 'No server is running. Start the servers with docker compose up -d.' >&2; exit 1; }
count=$(echo "$old" | wc -l)
compose run --rm migrate
for id in $old; do
  compose up --detach --no-deps --no-recreate --scale server=$((count + 1)) server
  waited=0
  until all_ready; do
    waited=$((waited + 1))
    [ "$waited" -lt "$wait_s" ] || { echo 'The new server did not become ready. The old ones keep running.' >&2; exit 1; }
    sleep 1
  done
  docker stop --time 20 "$id" >/dev/null
  docker rm "$id" >/dev/null
  echo "Replaced server $id"
done
