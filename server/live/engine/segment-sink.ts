/** Where a broadcast keeps its segments. Names are relative to the broadcast, like `720p/x.m4s`. */
export type SegmentSink = {
  /** Writes the whole file or nothing. */
  put(name: string, bytes: Buffer): Promise<void>;
  /** The file, or null when there is none. */
  read(name: string): Promise<Buffer | null>;
};

/** A sink in memory, for trials and tests. */
export function memorySink(): SegmentSink & { files: Map<string, Buffer> } {
  const files = new Map<string, Buffer>();
  return {
    files,
    put: async (name, bytes) => {
      files.set(name, bytes);
    },
    read: async (name) => files.get(name) ?? null,
  };
}
