import { setFlagsFromString } from 'node:v8';

/** V8's own name of the setting. */
export const mediaMemoryFlag = '--external-memory-accounted-in-global-limit';

/**
 * Lets V8 count the memory of media (buffers of sockets and files) with the heap, for this process,
 * from now on. A process through which media flow would else mark its whole heap for every 32 MB of
 * them (docs/decisions/0035).
 */
export function countMediaWithHeap(): void {
  setFlagsFromString(mediaMemoryFlag);
}
