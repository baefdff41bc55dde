/** Told when the server no longer accepts the session: the document then goes to log-in. */
const name = 'platea:logged-out';

export const tellLoggedOut = (): void => {
  window.dispatchEvent(new Event(name));
};

export const onLoggedOut = (listener: () => void): (() => void) => {
  window.addEventListener(name, listener);
  return () => window.removeEventListener(name, listener);
};
