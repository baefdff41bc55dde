import { useTranslation } from '#web/platform/words.ts';
import { pieces } from '#web/previews/parts/all-pieces.ts';
import { Contents, PieceSection } from '#web/previews/parts/piece-section.tsx';
import { PageBody } from '#web/ui/page-body.tsx';
import { PageHead } from '#web/ui/page-head.tsx';
import { pageMeta } from '#web/ui/page-meta.ts';

export const meta = pageMeta('previews', ({ t }) => ({ title: t('title'), noIndex: true }));

const groups = ['basics', 'cards', 'forms', 'lists', 'states'] as const;

/** Every piece of the screens, in each state that it can be in. */
export default function Styleguide() {
  const { t } = useTranslation('previews');
  return (
    <PageBody>
      <PageHead title={t('title')} lead={t('lead')} />
      <Contents pieces={pieces} />
      {groups.map((group) => (
        <section key={group} aria-label={t(`group.${group}`)}>
          {pieces
            .filter((piece) => piece.group === group)
            .map((piece) => (
              <PieceSection key={piece.name} piece={piece} />
            ))}
        </section>
      ))}
    </PageBody>
  );
}
