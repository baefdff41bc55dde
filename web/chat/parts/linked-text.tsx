/** Addresses in a text become links; everything else stays the text that it is. */
export function LinkedText({ text }: { text: string }) {
  const pieces = text.split(/(https?:\/\/[^\s<>"]+[^\s<>".,;:!?)\]}'])/g);
  return pieces.map((piece, at) =>
    at % 2 === 1 && URL.canParse(piece) ? (
      // biome-ignore lint/suspicious/noArrayIndexKey: the pieces of a text never move
      <a key={at} href={piece} target="_blank" rel="nofollow ugc noopener noreferrer">
        {piece}
      </a>
    ) : (
      piece
    ),
  );
}
