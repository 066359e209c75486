#!/bin/sh
# Replaces the servers of docker compose one after the other with the current image. A new server is ready before an old
# one hands over its players and stops. Build or pull the image first.
set -eu
cd "$(dirname "$0")/.."
wait_s=60

# Variables of a shell are shared with its functions. Functions here assign none.
servers() { docker compose ps --all --quiet server; }
added() { servers | grep -vxF "$kept"; }
is_ready() {
  docker exec "$1" node -e "fetch('http://127.0.0.1:3000/ready', { signal: AbortSignal.timeout(2000) }).then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"
}
remove_unready() {
  added | while read -r server; do
    docker logs --tail 20 "$server" >&2 || true
    docker rm --force "$server" >/dev/null
  done
}

old=$(servers)
[ -n "$old" ] || { echo 'No server is running. Start the servers with docker compose up -d.' >&2; exit 1; }
count=$(echo "$old" | wc -l)
kept=$old
trap remove_unready EXIT
trap 'exit 130' HUP INT TERM
docker compose run --rm --no-deps migrate
for id in $old; do
  docker compose up --detach --no-deps --no-recreate --scale server=$((count + 1)) server
  new=$(added) || { echo 'docker compose started no new server.' >&2; exit 1; }
  waited=0
  until is_ready "$new"; do
    waited=$((waited + 1))
    [ "$waited" -lt "$wait_s" ] || { echo 'The new server did not become ready and is removed. The old ones keep running.' >&2; exit 1; }
    sleep 1
  done
  kept="$kept
$new"
  docker stop -t 20 "$id" >/dev/null
  docker rm "$id" >/dev/null
  echo "Replaced server $id"
done
