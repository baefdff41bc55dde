import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import { keepInstallOffer } from '#web/platform/app-install.ts';
import { startWorker } from '#web/platform/app-worker.ts';
import { WordsContext } from '#web/platform/words.ts';
import { startWords } from '#web/platform/words-of-browser.ts';

const words = startWords();

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <WordsContext value={words}>
        <HydratedRouter />
      </WordsContext>
    </StrictMode>,
  );
});

keepInstallOffer();
// Fetched by those alone who came by an affiliate's link.
if (location.search.includes('ref=')) {
  void import('#web/affiliates/shared/keep-ref.ts').then(({ keepRef }) => keepRef());
}
startWorker();
