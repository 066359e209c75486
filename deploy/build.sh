#!/bin/sh
# Builds this repository and copies what a server needs to the given folder: sources and generated code, the built pages,
# the migrations and the production packages. The Dockerfile runs it.
set -eu
cd "$(dirname "$0")/.."
target=${1:?usage: deploy/build.sh FOLDER}
pnpm="npx --yes --prefer-offline pnpm@12.21.0"

$pnpm install --frozen-lockfile
node tools/gen.ts
node tools/pages.ts

mkdir -p "$target"
archive=$(mktemp)
tar -cf "$archive" --exclude=node_modules --exclude='*.test.ts' --exclude=testing \
  package.json pnpm-lock.yaml pnpm-workspace.yaml prisma tools/help.ts \
  apps/server/package.json apps/server/src apps/web/package.json apps/web/build packages
tar -xf "$archive" -C "$target"
rm "$archive"
cd "$target"
# Without the optional packages, the bundled Node and Postgres.
$pnpm install --prod --no-optional --frozen-lockfile --ignore-scripts --filter '@terrace/server...'
# Prisma's query compilers of other databases, and those in other formats than the server's code loads.
find node_modules/.pnpm -path '*/@prisma/client/runtime/*' \
  \( -name '*.map' -o -name 'query_*' ! -name 'query_compiler_fast_bg.postgresql.*' \) -delete
