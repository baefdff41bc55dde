export type MediaRefusal =
  | 'not_media'
  | 'no_streams'
  | 'too_long'
  | 'damaged'
  | 'refers_elsewhere'
  | 'too_large'
  | 'took_too_long';

/** Why a file is refused for good: trying again cannot help. The codes become words elsewhere. */
export class MediaRefused extends Error {
  readonly why: MediaRefusal;

  constructor(why: MediaRefusal, detail = '') {
    super(detail ? `${why}: ${detail}` : why);
    this.name = 'MediaRefused';
    this.why = why;
  }
}

export type CaptionsRefusal =
  | 'too_many_cues'
  | 'not_text'
  | 'no_cues'
  | 'bad_time'
  | 'ends_before_start';

/** Why captions are refused, and the line (from 1) at which it was seen. */
export class CaptionsRefused extends Error {
  readonly why: CaptionsRefusal;
  readonly line: number;

  constructor(why: CaptionsRefusal, line: number) {
    super(`${why} in line ${line}`);
    this.name = 'CaptionsRefused';
    this.why = why;
    this.line = line;
  }
}
