import type { SoldLetter, SoldOrder } from '#contract/sold-order.ts';
import { faultWords, kindName } from '#web/notices/shared/mail-kind.ts';
import { MailStateBadge } from '#web/notices/shared/mail-state-badge.tsx';
import { useTranslation } from '#web/platform/words.ts';
import { Address } from '#web/ui/address.tsx';
import { Panel } from '#web/ui/panel.tsx';
import { Row, RowList } from '#web/ui/row-list.tsx';
import { When } from '#web/ui/when.tsx';
import { useDoer } from './use-doer.ts';

type Props = { order: Pick<SoldOrder, 'letters' | 'can'>; mine: boolean };

/** What became of each letter about it; whoever may read them finds it in the list of all letters. */
export function SoldLetters({ order: { letters, can }, mine }: Props) {
  const { t } = useTranslation('sales');
  const { t: word } = useTranslation('notices');
  if (letters.length === 0) return null;
  return (
    <Panel title={t('sold.letters')}>
      <RowList>
        {letters.map((letter) => (
          <Row
            key={letter.id}
            name={kindName(letter.kind, word)}
            {...(can.readLetters ? { to: placeOf(letter) } : {})}
            badge={<MailStateBadge state={letter.state} />}
            about={<AboutLetter letter={letter} mine={mine} />}
          />
        ))}
      </RowList>
    </Panel>
  );
}

function AboutLetter({ letter, mine }: { letter: SoldLetter; mine: boolean }) {
  const { t } = useTranslation('sales');
  const { t: word } = useTranslation('notices');
  const doer = useDoer(mine);
  const again = (who: Parameters<typeof doer>[0]) => t('sold.letter.again', { who: doer(who) });
  const isMine = mine && letter.againBy?.by === 'organizer';
  const { recipient, fault, againBy, sentAt, triedAt, writtenAt } = letter;
  return (
    <>
      <When instant={sentAt ?? triedAt ?? writtenAt} style="short" /> ·{' '}
      {recipient === null ? t('sold.letter.toRecipient') : <Address>{recipient}</Address>}
      {againBy && <> · {isMine ? t('sold.letter.againYou') : again(againBy)}</>}
      {fault && <> · {faultWords(fault, word)}</>}
    </>
  );
}

/** The search for it among all letters: to whom, and on which day it was written. */
function placeOf({ recipient, kind, writtenAt }: SoldLetter): string {
  const day = writtenAt.slice(0, 10);
  const search = new URLSearchParams({ q: recipient ?? '', kind, from: day, to: day });
  return `/manage/track-emails?${search}`;
}
