import { wordsBlock } from '#web/platform/words-of-browser.ts';

/**
 * What stands in the block until the page is rendered and knows which words it used. Whatever people
 * write comes into a page with its `<` escaped, so nobody can write this.
 */
export const wordsMarker = '"<words>"';

/** A data block (not a script) with the words of this page, so that hydration need not wait. */
export function WordsBlock() {
  return (
    <script
      id={wordsBlock}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: filled and escaped by entry.server
      dangerouslySetInnerHTML={{ __html: wordsMarker }}
    />
  );
}
