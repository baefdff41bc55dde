/** What a new password must have; the form ticks each line while one types. */
export const passwordDemands = {
  length: (text: string) => [...text].length >= 8,
  upper: (text: string) => /\p{Lu}/u.test(text),
  lower: (text: string) => /\p{Ll}/u.test(text),
  digit: (text: string) => /\p{Nd}/u.test(text),
  special: (text: string) => /[^\p{L}\p{N}\s]/u.test(text),
} as const;
export type PasswordDemand = keyof typeof passwordDemands;
