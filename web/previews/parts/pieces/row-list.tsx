import { Button } from '@mantine/core';
import { useTranslation } from '#web/platform/words.ts';
import type { Piece } from '#web/previews/parts/piece.ts';
import { lighthouse, longTitle } from '#web/previews/parts/sample-shows.ts';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { StatusBadge } from '#web/ui/status-badge.tsx';

function Rows({ names, withAct = false }: { names: string[]; withAct?: boolean }) {
  const { t } = useTranslation('previews');
  const act = withAct && (
    <Button variant="subtle" size="compact-sm">
      {t('sample.seeShows')}
    </Button>
  );
  return (
    <RowList scrolls={names.length > 8}>
      {names.map((name) => (
        <Row
          key={name}
          name={name}
          {...(withAct ? {} : { to: '/' })}
          badge={<StatusBadge tone="live">{t('tone.live')}</StatusBadge>}
          about={lighthouse.channel.title}
          act={act}
        />
      ))}
    </RowList>
  );
}

const { title } = lighthouse;
const many = Array.from({ length: 12 }, (_, index) => `${title} ${index + 1}`);

export const piece: Piece = {
  name: 'RowList',
  group: 'lists',
  samples: [
    { state: 'normal', Show: () => <Rows names={[title, `${title} II`]} /> },
    { state: 'long', Show: () => <Rows names={[longTitle, title]} withAct /> },
    { state: 'large', Show: () => <Rows names={many} /> },
  ],
};
