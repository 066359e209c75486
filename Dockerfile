# The server with its pages, built by `deploy/build.sh`. It runs as an unprivileged user on a read-only file system.
FROM node:24-slim AS build
WORKDIR /src
COPY . .
RUN deploy/build.sh /app

FROM node:24-slim
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack \
  /opt/yarn-* /usr/local/bin/yarn /usr/local/bin/yarnpkg
COPY --from=build /app /app
WORKDIR /app
USER node
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=60s --start-interval=1s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:3000/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# The heap settings of `npm start`.
CMD ["node", "--max-semi-space-size=16", "--heap-growing-percent=80", "apps/server/src/main.ts"]
