/** The tables that only this area writes. */
export const tables = ['first_steps_hidden'] as const;
