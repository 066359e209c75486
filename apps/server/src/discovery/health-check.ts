/** The health check of the container `discovery`: asks for a name, and kills the process after three failures in a row. */
import { countHealthCheck } from '../start/hung-process.ts';
import { systemNames } from './system-names.ts';

const [port = '5300', parent = '1'] = process.argv.slice(2);

const answered = await systemNames(`127.0.0.1:${port}`)('server').then(
  () => true,
  () => false,
);
countHealthCheck({ answered, parent, program: 'apps/server/src/discovery/main.ts' });
process.exit(answered ? 0 : 1);
