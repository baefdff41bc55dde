import { Fragment, type ReactNode } from 'react';

type Props = { text: string; parts: Record<string, (text: string) => ReactNode> };

/** A sentence of the catalogue with marked parts: `I accept the <terms>terms</terms>`. */
export function Sentence({ text, parts }: Props) {
  const pieces = text.split(/(<(\w+)>.*?<\/\2>)/g);
  // The split keeps the name of each part as a piece of its own: every third one.
  return pieces.map((piece, index) => {
    if (index % 3 === 2) return null;
    const marked = /^<(\w+)>(.*)<\/\1>$/.exec(piece);
    const part = marked?.[1] ? parts[marked[1]] : undefined;
    // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of one sentence never move
    return <Fragment key={index}>{part ? part(marked?.[2] ?? '') : piece}</Fragment>;
  });
}
