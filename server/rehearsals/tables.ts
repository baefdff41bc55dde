/** The tables that only this area writes. */
export const tables = ['rehearsal_invitations'] as const;
