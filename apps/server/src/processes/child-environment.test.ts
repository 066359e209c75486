import { expect, test } from 'vitest';
import { childEnvironment, networkFlags } from './child-environment.ts';

test('a child gets certificates and proxies of its parent, and neither its settings nor its inspector', () => {
  const network = { NODE_EXTRA_CA_CERTS: '/ca.pem', SSL_CERT_FILE: '/all.pem', https_proxy: 'http://proxy:3128' };
  const own = {
    ...network,
    NODE_USE_ENV_PROXY: '1',
    PATH: '/bin',
    DATABASE_URL: 'postgresql://a:b@c/d',
    LANG: undefined,
  };
  expect(childEnvironment(own)).toEqual({ ...network, NODE_USE_ENV_PROXY: '1', PATH: '/bin' });
  const NODE_OPTIONS = '--use-openssl-ca --inspect';
  expect(networkFlags(['--max-old-space-size=99', '--use-env-proxy'], { NODE_OPTIONS })).toEqual([
    '--use-openssl-ca',
    '--use-env-proxy',
  ]);
});
