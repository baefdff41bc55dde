/** What passes between the RTMP listener and the broadcast that receives the media. */
export type MediaTag = {
  kind: 'audio' | 'video' | 'script';
  /** Milliseconds, unsigned 32 bits, on the encoder's clock. */
  timestamp: number;
  body: Buffer;
};

/** The encoder's end of a publication, as the broadcast sees it. */
export type EncoderLink = {
  address: string;
  /** The broadcast has room again after `take` answered false. */
  resume(): void;
  /** Tells the encoder why and hangs up. */
  close(reason: string): void;
};

/** The broadcast's end of a publication, as the listener sees it. */
export type Publication = {
  attach(link: EncoderLink): void;
  /** False when the listener must stop reading until `link.resume()`. */
  take(tag: MediaTag): boolean;
  /** The encoder has gone; called once. */
  ended(): void;
};

export type PublishRequest = { app: string; streamKey: string; address: string };

export type PublishAnswer =
  | { ok: true; publication: Publication }
  | { ok: false; reason: 'unknown_key' | 'busy' | 'denied'; message: string };
