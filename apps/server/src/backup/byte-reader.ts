const NEWLINE = 10;

/** Reads lines and numbers of bytes in turn from a stream, keeping no more than it was asked for. */
export function createByteReader(source: AsyncIterable<Buffer>) {
  const chunks = source[Symbol.asyncIterator]();
  let buffer: Buffer = Buffer.alloc(0);

  /** False at the end of the stream. */
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
    /** The next line without its end; undefined where the stream ends before, or after more than `most` bytes without one. */
    async line(most: number): Promise<string | undefined> {
      let searched = 0;
      for (;;) {
        const end = buffer.indexOf(NEWLINE, searched);
        if (end >= 0) return take(end + 1).toString('utf8', 0, end);
        searched = buffer.length;
        if (searched > most || !(await fill())) return undefined;
      }
    },
    /** The next bytes; undefined where the stream ends before. */
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
