/** The tables that only this area writes. */
export const tables = ['chat_messages', 'chat_restrictions'] as const;
