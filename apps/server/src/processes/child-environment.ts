/** What Node itself uses. Settings of the server, such as the database and its password, are not for every process. */
const OF_NODE = ['PATH', 'HOME', 'TMPDIR', 'TZ', 'LANG', 'NODE_ENV', 'NODE_COMPILE_CACHE'];

/** The certificates that Node trusts, and its proxies: a child that requests another host needs them as its parent does. */
const OF_NETWORK = [
  'NODE_EXTRA_CA_CERTS',
  'NODE_USE_SYSTEM_CA',
  'SSL_CERT_FILE',
  'SSL_CERT_DIR',
  'NODE_USE_ENV_PROXY',
  ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY'].flatMap((name) => [name, name.toLowerCase()]),
];

const NETWORK_FLAG = /^--(use-(system|openssl|bundled)-ca|use-env-proxy|tls-cipher-list=.*|dns-result-order=.*)$/;

type Environment = Readonly<Record<string, string | undefined>>;

/** The environment variables of a child. */
export function childEnvironment(own: Environment = process.env): NodeJS.ProcessEnv {
  const kept = [...OF_NODE, ...OF_NETWORK].filter((name) => own[name] !== undefined);
  return Object.fromEntries(kept.map((name) => [name, own[name]]));
}

/** The flags of this process that concern connections. Others, such as `--inspect`, are for this process only. */
export const networkFlags = (
  execArgv: readonly string[] = process.execArgv,
  { NODE_OPTIONS = '' }: Environment = process.env,
): string[] => [...NODE_OPTIONS.split(/\s+/), ...execArgv].filter((flag) => NETWORK_FLAG.test(flag));
