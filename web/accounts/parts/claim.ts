const key = 'platea.claim';

/** Kept until the letter is opened, which is in another tab: the link then logs this browser in. */
export function keepClaim(claim: string): void {
  try {
    localStorage.setItem(key, claim);
  } catch {
    // No storage: they log in with their password.
  }
}

export function findClaim(): string | undefined {
  try {
    return localStorage.getItem(key) ?? undefined;
  } catch {
    return undefined;
  }
}

/** Its letter was answered: it is of no use any more. */
export function forgetClaim(): void {
  try {
    localStorage.removeItem(key);
  } catch {
    // No storage: nothing was kept.
  }
}
