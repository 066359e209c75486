import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { type Answer, AUTHORITATIVE_ANSWER, decode, encode, type Packet } from 'dns-packet';

/** The name does not exist: the response code of DNS. */
const NO_SUCH_NAME = 3;

type Options = {
  readonly host: string;
  readonly port: number;
  /** Undefined or none if the name does not exist. */
  readonly addressesOf: (name: string) => Promise<readonly string[]> | undefined;
};

/** A DNS server for IPv4 addresses, with a TTL of 0. @returns its port, and how to close it */
export async function serveNames({ host, port, addressesOf }: Options) {
  const socket = createSocket('udp4');
  socket.on('error', () => undefined); // such as a client that is gone
  socket.on('message', async (message, { port: from, address }) => {
    const question = readQuestion(message);
    if (question === undefined) return;
    const reply = await answer(question);
    socket.send(encode(reply), from, address);
  });

  async function answer({ id, questions = [] }: Packet): Promise<Packet> {
    const [question] = questions;
    const name = question?.name.toLowerCase() ?? '';
    const addresses = (await addressesOf(name)) ?? [];
    const answers: Answer[] =
      question?.type === 'A' ? addresses.map((data) => ({ name, type: 'A', ttl: 0, data })) : [];
    return {
      type: 'response',
      id,
      flags: AUTHORITATIVE_ANSWER | (addresses.length === 0 ? NO_SUCH_NAME : 0),
      questions,
      answers,
    };
  }

  socket.bind(port, host);
  await once(socket, 'listening');
  return { port: socket.address().port, close: (): void => void socket.close() };
}

function readQuestion(message: Buffer): Packet | undefined {
  try {
    const packet = decode(message);
    return packet.type === 'query' && packet.questions?.length === 1 ? packet : undefined;
  } catch {
    return undefined; // not a packet of DNS
  }
}
