import { config, overrideConfig } from '#server/platform/config.ts';
import { writeLogTo } from '#server/platform/log.ts';

/** What the server says outside of requests, from now on to the end of the file: a growing list. */
export function keepLog(): Record<string, unknown>[] {
  const lines: Record<string, unknown>[] = [];
  const { LOG_LEVEL } = config();
  overrideConfig({ LOG_LEVEL: 'info' });
  writeLogTo({ write: (line) => void lines.push(JSON.parse(line)) });
  overrideConfig({ LOG_LEVEL });
  return lines;
}
