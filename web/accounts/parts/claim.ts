const key = 'platea.claim';

/** Kept until the letter is opened, which is in another tab: the link then logs this browser in. */
export function keepClaim(claim: string): void {
  try {
    localStorage.setItem(key, claim);
  } catch {
    // No storage: they log in with their password.
  }
}

/** What was kept, once. */
export function takeClaim(): string | undefined {
  try {
    const claim = localStorage.getItem(key) ?? undefined;
    localStorage.removeItem(key);
    return claim;
  } catch {
    return undefined;
  }
}
