import { IconChevronDown, IconChevronUp, IconMessageCircle, IconX } from '@tabler/icons-react';
import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { PlaybackMedia } from '#contract/player.ts';
import { useChat } from '#web/chat/shared/use-chat.ts';
import { useUnread } from '#web/chat/shared/use-unread.ts';
import { formatNumber } from '#web/platform/format.ts';
import { useTranslation } from '#web/platform/words.ts';
import { BarButton } from '#web/ui/bar-button.tsx';
import { Late, lateCode, tellMissed } from '#web/ui/late.tsx';
import classes from './chat-dock.module.css';
import { type ChatPlace, opensByItself, useChatPlace } from './use-chat-place.ts';
import { useSheetDrag } from './use-sheet-drag.ts';

type Plays = PlaybackMedia['kind'] | null;
type Props = { productId: string; plays: Plays };

const loadPanel = () => import('#web/chat/shared/chat-panel.tsx');
const panelCode = lateCode(async () => (await loadPanel()).ChatPanel);

/** The panel comes when it is first seen; whoever sees it coming asks for it before. */
export const askForChatPanel = (): void => void loadPanel().catch(() => undefined);

/**
 * The chat of the show: beside the picture on a wide screen, at its side on a phone that lies, below
 * it as a sheet elsewhere; never over it. Closed it goes on listening and counts what was said.
 */
export function ChatDock({ productId, plays }: Props) {
  const { t } = useTranslation('player');
  const { t: sayChat } = useTranslation('chat');
  const chat = useChat(productId);
  const id = useId();
  const dock = useRef<HTMLElement>(null);
  const panel = useRef<HTMLDivElement>(null);
  const opener = useRef<HTMLButtonElement>(null);
  const { place, open, choose } = useOpen(plays);
  const [openings, setOpenings] = useState(0);
  const unread = useUnread(chat, open);
  /** The focus goes along: into what has opened, back to what opens it. */
  const set = (next: boolean) => {
    if (next) setOpenings((times) => times + 1);
    flushSync(() => choose(next));
    (next ? panel : opener).current?.focus({ preventScroll: true });
  };
  const drag = useSheetDrag(dock, (next) => (next === open ? undefined : set(next)));
  const wasSeen = useOnceTrue(open || drag.height !== null);
  const handle = place === 'sheet' ? drag.handle : {};
  const byKey = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || place === 'beside' || event.defaultPrevented) return;
    event.preventDefault();
    set(false);
  };
  const missed = () => {
    const hasFocus = panel.current?.contains(document.activeElement);
    // React is in the middle of its work, and lays nothing out before that is done.
    queueMicrotask(() => (hasFocus ? set(false) : choose(false)));
    tellMissed();
  };
  const close = (
    <BarButton label={t('chat.close')} onClick={() => set(false)}>
      <IconChevronDown size={20} aria-hidden className={classes.down} />
      <IconX size={20} aria-hidden className={classes.away} />
    </BarButton>
  );
  const waits = (
    <div className={classes.coming}>
      {close}
      <p role="status">{sayChat('joining')}</p>
    </div>
  );
  return (
    <aside
      ref={dock}
      className={classes.dock}
      aria-label={t('chat.title')}
      data-open={open || undefined}
      data-unread={unread > 0 || undefined}
      data-dragged={drag.height === null ? undefined : true}
      style={drag.height === null ? undefined : { height: drag.height }}
    >
      <Opener
        ref={opener}
        {...handle}
        hidden={open}
        controls={id}
        unread={unread}
        open={() => set(true)}
        // Only a sheet is pulled: what the last pull left behind says nothing in another place.
        wasPulled={() => place === 'sheet' && drag.wasPulled()}
      />
      {/* biome-ignore lint/a11y/noStaticElementInteractions: what its own button does, by Escape */}
      <div id={id} ref={panel} tabIndex={-1} className={classes.panel} onKeyDown={byKey}>
        <div className={classes.handle} aria-hidden="true" {...handle} />
        {wasSeen && (
          <Late code={panelCode} waits={waits} missed={missed} wanted={openings}>
            {(ChatPanel) => <ChatPanel chat={chat} tools={close} />}
          </Late>
        )}
      </div>
    </aside>
  );
}

/** True from the first time on: what nobody has opened yet need not be drawn while the show begins. */
function useOnceTrue(now: boolean): boolean {
  const once = useRef(false);
  once.current ||= now;
  return once.current;
}

/** Each place remembers what was chosen in it. */
function useOpen(plays: Plays) {
  const place = useChatPlace();
  const [chosen, setChosen] = useState<Partial<Record<ChatPlace, boolean>>>({});
  return {
    place,
    open: chosen[place] ?? opensByItself(place, plays),
    choose: (next: boolean) => setChosen((old) => ({ ...old, [place]: next })),
  };
}

type OpenerProps = Partial<ReturnType<typeof useSheetDrag>['handle']> & {
  ref: React.Ref<HTMLButtonElement>;
  hidden: boolean;
  controls: string;
  unread: number;
  open: () => void;
  wasPulled: () => boolean;
};

const mostShown = 99;

function Opener({ ref, hidden, controls, unread, open, wasPulled, ...handle }: OpenerProps) {
  const { t, language } = useTranslation('player');
  const label = unread > 0 ? t('chat.openUnread', { count: unread }) : t('chat.open');
  return (
    <button
      ref={ref}
      type="button"
      className={classes.opener}
      hidden={hidden}
      aria-label={label}
      title={label}
      aria-expanded={false}
      aria-controls={controls}
      onPointerEnter={askForChatPanel}
      onFocus={askForChatPanel}
      // The click that ends a pull is none; that of a key always counts.
      onClick={({ detail }) => (detail > 0 && wasPulled()) || open()}
      {...handle}
    >
      <IconMessageCircle size={22} aria-hidden />
      <span className={classes.word} aria-hidden="true">
        {t('chat.title')}
      </span>
      {unread > 0 && (
        <span className={classes.unread} aria-hidden="true">
          {formatNumber(Math.min(unread, mostShown), language)}
          {unread > mostShown && '+'}
        </span>
      )}
      <IconChevronUp size={20} aria-hidden className={classes.up} />
    </button>
  );
}
