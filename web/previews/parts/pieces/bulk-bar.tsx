import { useEffect } from 'react';
import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { useSampleBulk } from '#web/previews/parts/sample-bulk.tsx';
import { lighthouse, longTitle } from '#web/previews/parts/sample-shows.ts';
import { type BulkAction, BulkBar } from '#web/ui/table-bulk.tsx';
import { useSelection } from '#web/ui/table-selection.ts';

const rows = [lighthouse, { ...lighthouse, slug: 'quijote', title: longTitle }];

function Bar({ actions }: { actions: BulkAction<(typeof rows)[number]>[] }) {
  const selection = useSelection(rows, ({ slug }) => slug);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the sample appears
  useEffect(() => selection.keep(rows.map(({ slug }) => slug)), []);
  return (
    <BulkBar
      actions={actions}
      selection={selection}
      rowName={({ title }) => title}
      waiting={false}
    />
  );
}

function Chosen() {
  const { t } = useTranslation('previews');
  const actions = useSampleBulk();
  return (
    <>
      <p>{t('sample.bulkHint')}</p>
      <Bar actions={actions} />
    </>
  );
}

export const piece: Piece = {
  name: 'BulkBar',
  group: 'lists',
  samples: [{ state: 'normal', Show: Chosen }],
};
