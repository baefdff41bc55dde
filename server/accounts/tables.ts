/** The tables that only this area writes. */
export const tables = ['users', 'auth_tokens', 'account_links', 'login_failures'] as const;
