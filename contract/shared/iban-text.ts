/** An IBAN as it is kept: capitals, without the blanks and hyphens that people write in it. */
export const plainIban = (text: string): string => text.replaceAll(/[\s-]/g, '').toUpperCase();
