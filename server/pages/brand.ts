/** Who this installation is, for what is drawn and written outside of pages. */
export const brand = {
  name: 'Platea',
  accent: '#f9bd3c',
  stage: '#131215',
} as const;
