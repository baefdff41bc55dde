import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * False on the server, and in the page as the server sent it until its script has come: what is typed
 * before that would be lost, and on the server nothing may wait.
 */
export const useAlive = (): boolean =>
  useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
