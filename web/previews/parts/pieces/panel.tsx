import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { lighthouse, longTitle } from '#web/previews/parts/sample-shows.ts';
import { Facts } from '#web/ui/facts.tsx';
import { Panel } from '#web/ui/panel.tsx';

function Sheet({ title }: { title: string }) {
  const { t } = useTranslation('previews');
  return (
    <Panel title={title}>
      <Facts
        items={[
          { label: t('sample.channel'), value: lighthouse.channel.title },
          { label: t('sample.show'), value: lighthouse.title },
        ]}
      />
    </Panel>
  );
}

export const piece: Piece = {
  name: 'Panel, Facts',
  group: 'basics',
  samples: [
    { state: 'normal', Show: () => <Sheet title={lighthouse.title} /> },
    { state: 'long', Show: () => <Sheet title={longTitle} /> },
  ],
};
