/** How an accent colour is used; every pair of ground and ink in it is readable (AA). */
export type Look = {
  /** Ten shades, light to dark; the fifth is readable on the dark ground, the sixth is the accent. */
  shades: string[];
  /** Text on the accent, and the accent under a pointer. */
  ink: string;
  hover: string;
  /** The accent as text on the light ground. */
  glow: string;
};

/** Whose site this is; addresses start at the root of the site. */
export type Brand = {
  name: string;
  /** A square picture; null: the mark of the house. */
  logo: string | null;
  /** The name as a picture, for the light ground and for the dark; null: the name as text. */
  wordmark: { light: string; dark: string } | null;
  /** Null: the footlights, whose shades are in the stylesheet already. */
  look: Look | null;
};

/** Footlights: the warm glow along the edge of a stage. */
export const footlights: Look = {
  shades: [
    '#fff8e8',
    '#feeecb',
    '#fddf9b',
    '#fbcd65',
    '#f9bd3c',
    '#f5ad1c',
    '#d98f06',
    '#a96b03',
    '#835203',
    '#5e3b04',
  ],
  ink: '#17151a',
  hover: '#f9bd3c',
  glow: '#835203',
};

export const house: Brand = { name: 'Platea', logo: null, wordmark: null, look: null };
