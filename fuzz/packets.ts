import fc from 'fast-check';
import { hostileValue } from './hostile.ts';

/** JSON that may be invalid, or too much for a parser. */
const json: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: hostileValue.map((value) => JSON.stringify(value) ?? ''), weight: 4 },
  {
    arbitrary: fc.constantFrom(
      '',
      '{',
      '[]',
      '{}',
      'null',
      '0',
      '-1e999',
      '"text"',
      '{"__proto__":{"token":"x"}}',
      '{"token":{"toString":1},"eventsInAnswers":"yes"}',
      '{"pid":"x","offset":"y"}',
      '['.repeat(9_000),
      '{"a":'.repeat(5_000),
    ),
    weight: 3,
  },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 30 }), weight: 1 },
);

const namespace = fc.oneof(
  { arbitrary: fc.constant(''), weight: 8 },
  {
    arbitrary: fc.constantFrom('/,', '/other,', '/__proto__,', '/admin', `/${'x'.repeat(2_000)},`, '/?token=x,'),
    weight: 2,
  },
);

/** The number of a request, which its answer repeats. */
const id = fc.constantFrom('', '', '0', '7', '-1', '1.5', '00', '9'.repeat(40), '1e3');

const attachments = fc.constantFrom('', '1-', '2-', '0-', '-1-', '11-', '1', 'x-', `${'9'.repeat(20)}-`);

const event = fc.constantFrom(
  '["time:now",{}]',
  '["lobby:watch",{"known":null}]',
  '["lobby:unwatch",{}]',
  '["game:watch",{"gameId":"nowhere1","after":0}]',
  '["game:command",{}]',
  '["pairing:leave",{}]',
  '["online:list",{"search":""}]',
  '["disconnect"]',
  '["error","x"]',
  '["__proto__",{}]',
  '[0,{}]',
  '[{}]',
  '["x",{"_placeholder":true,"num":0}]',
  '["x",{"_placeholder":true,"num":-1}]',
  '["x",{"_placeholder":true,"num":1e9},{"_placeholder":true,"num":"0"}]',
);

/** A Socket.IO packet by type: CONNECT to BINARY_ACK, and two unknown types. */
const socketPacket: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: fc.constantFrom('0', '0{}'), weight: 4 },
  { arbitrary: fc.tuple(namespace, json).map(([to, auth]) => `0${to}${auth}`), weight: 2 },
  { arbitrary: fc.tuple(namespace, id, event).map((parts) => `2${parts.join('')}`), weight: 6 },
  { arbitrary: fc.tuple(namespace, id, json).map((parts) => `2${parts.join('')}`), weight: 3 },
  { arbitrary: fc.tuple(attachments, namespace, id, event).map((parts) => `5${parts.join('')}`), weight: 3 },
  { arbitrary: fc.tuple(attachments, namespace, id, json).map((parts) => `6${parts.join('')}`), weight: 2 },
  { arbitrary: fc.tuple(namespace, fc.constantFrom('', '{}')).map((parts) => `1${parts.join('')}`), weight: 2 },
  {
    arbitrary: fc.tuple(fc.constantFrom('3', '4', '7', '9', ''), namespace, id, json).map((parts) => parts.join('')),
    weight: 2,
  },
);

/** An Engine.IO packet as text. */
export const packet: fc.Arbitrary<string> = fc.oneof(
  { arbitrary: socketPacket.map((text) => `4${text}`), weight: 10 },
  {
    arbitrary: fc.constantFrom(
      '0',
      '0{}',
      '1',
      '2',
      '2probe',
      '3',
      '3probe',
      '5',
      '6',
      '7',
      '9',
      '',
      'b',
      'bAAAA',
      '4',
      '40\u001e40',
    ),
    weight: 3,
  },
  { arbitrary: fc.string({ unit: 'binary', maxLength: 40 }), weight: 1 },
);
