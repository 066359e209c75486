# The server with its pages, built by `deploy/build.sh`. It runs as an unprivileged user on a read-only file system.
FROM node:24-slim AS build
WORKDIR /src
# Downloads the packages only when the lockfile has changed.
COPY pnpm-lock.yaml pnpm-workspace.yaml ./
RUN npx --yes pnpm@12.21.0 fetch
COPY . .
RUN deploy/build.sh /app

FROM node:24-slim
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
  /opt/yarn-* /usr/local/bin/yarn /usr/local/bin/yarnpkg \
  && install -d -o node /backups /backup-time /compiled
COPY --from=build /app /app
WORKDIR /app
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 NODE_COMPILE_CACHE=/compiled
# Fills the compile cache, for the same user and flags as below.
RUN ["node", "--max-semi-space-size=16", "--heap-growing-percent=80", "apps/server/src/start/compile.ts"]
EXPOSE 3000
# Kills a server that hung after its start, which Docker then starts again.
HEALTHCHECK --interval=10s --timeout=8s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["node", "apps/server/src/start/health-check.ts"]
# The heap settings of `npm start`.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=80", "apps/server/src/main.ts"]
