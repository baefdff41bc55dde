export type Shared = { title: string; url: string };

/** Where a link can be sent from any browser; none of them is told before it is chosen. */
export const shareWays = [
  {
    name: 'WhatsApp',
    addressOf: ({ title, url }: Shared) =>
      `https://wa.me/?${new URLSearchParams({ text: `${title} ${url}` })}`,
  },
  {
    name: 'X',
    addressOf: ({ title, url }: Shared) =>
      `https://x.com/intent/post?${new URLSearchParams({ text: title, url })}`,
  },
  {
    name: 'Facebook',
    addressOf: ({ url }: Shared) =>
      `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`,
  },
] as const;

/** Mail programs read a plus as a plus: spaces are written out. */
export const mailOf = ({ title, url }: Shared): string =>
  `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${title}\n${url}`)}`;
