const NEWLINE = 10;

/** Reads lines and fixed-size pieces from a stream, buffering only what is needed. */
export function createByteReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  let buffer: Buffer = Buffer.alloc(0);

  /** @returns false at the end of the stream */
  async function fill(): Promise<boolean> {
    const { done, value } = await chunks.next();
    if (done) return false;
    buffer = buffer.length === 0 ? value : Buffer.concat([buffer, value]);
    return true;
  }

  function take(length: number): Buffer {
    const taken = buffer.subarray(0, length);
    buffer = buffer.subarray(length);
    return taken;
  }

  return {
    /** The next line; undefined if the stream ends first or no newline is found within `maxBytes`. */
    async line(maxBytes: number): Promise<string | undefined> {
      let searched = 0;
      for (;;) {
        const end = buffer.indexOf(NEWLINE, searched);
        if (end >= 0) return take(end + 1).toString('utf8', 0, end);
        searched = buffer.length;
        if (searched > maxBytes || !(await fill())) return undefined;
      }
    },
    /** The next bytes; undefined if the stream ends first. */
    async bytes(length: number): Promise<Buffer | undefined> {
      while (buffer.length < length) if (!(await fill())) return undefined;
      return take(length);
    },
    async isAtEnd(): Promise<boolean> {
      while (buffer.length === 0) if (!(await fill())) return true;
      return false;
    },
  };
}
