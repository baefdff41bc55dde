const forgettings: (() => void)[] = [];

/**
 * Says how something is forgotten that this process remembers of the installation which it serves: its
 * settings, its secret, what its database said lately, who is tied to whom.
 */
export function forgetBy(forget: () => void): void {
  forgettings.push(forget);
}

/** The same for what is emptied: `const kept = remembered(new Map())`. */
export function remembered<Kept extends { clear: () => void }>(kept: Kept): Kept {
  forgetBy(() => kept.clear());
  return kept;
}

/**
 * Forgets all of it, as if the process had just been started: nothing of one installation may answer
 * for another one that is served after it. For tests, where each file has an installation of its own.
 */
export function forgetInstallation(): void {
  for (const forget of forgettings) forget();
}
