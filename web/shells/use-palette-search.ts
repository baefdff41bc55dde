import { IconBroadcast, IconMovie, IconTicket, IconUser } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { usersContract } from '#contract/accounts.ts';
import { catalogContract } from '#contract/catalog.ts';
import { channelsContract } from '#contract/channels.ts';
import { api } from '#web/platform/api.ts';
import { hasRole, useSession } from '#web/platform/session.ts';
import { useTranslation } from '#web/platform/words.ts';
import type { ChoiceGroup } from './palette-choices.tsx';
import { canSearch, matches } from './palette-match.ts';

type Hit = { to: string; label: string; note: string };
type Hits = { key: HitKind; hits: Hit[] }[];
type HitKind =
  | 'shows'
  | 'channels'
  | 'ownProducts'
  | 'ownChannels'
  | 'products'
  | 'review'
  | 'users';

const icons = {
  shows: IconMovie,
  channels: IconBroadcast,
  ownProducts: IconTicket,
  ownChannels: IconBroadcast,
  products: IconTicket,
  review: IconBroadcast,
  users: IconUser,
} as const;

const most = 5;
const pauseMs = 180;

/** What the server finds for at least three letters: for everyone, and by what a desk may list. */
export function usePaletteSearch(query: string): {
  found: ChoiceGroup[];
  busy: boolean;
} {
  const { t } = useTranslation('shells');
  const navigate = useNavigate();
  const user = useSession();
  const organizes = hasRole(user, 'PRODUCER');
  const administers = hasRole(user, 'ADMIN');
  const [answer, setAnswer] = useState<{ of: string; hits: Hits }>({ of: '', hits: [] });
  const asked = canSearch(query) ? query.trim() : '';
  useEffect(() => {
    if (!asked) return;
    const stop = new AbortController();
    const timer = setTimeout(() => {
      const searches = [
        publicHits(asked, stop.signal),
        ...(organizes ? [ownHits(asked, stop.signal)] : []),
        ...(administers ? [allHits(asked, stop.signal)] : []),
      ];
      // One list that cannot be read does not take the others with it.
      void Promise.allSettled(searches).then((results) => {
        if (stop.signal.aborted) return;
        const hits = results.flatMap((one) => (one.status === 'fulfilled' ? one.value : []));
        setAnswer({ of: asked, hits });
      });
    }, pauseMs);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [asked, organizes, administers]);
  const found = (asked ? answer.hits : []).map(({ key, hits }) => ({
    key,
    label: t(`palette.found.${key}`),
    choices: hits.map(({ to, label, note }) => ({
      id: `${key}:${to}`,
      label,
      note,
      icon: icons[key],
      run: () => void navigate(to),
      leads: true,
    })),
  }));
  return { found, busy: asked !== '' && answer.of !== asked };
}

async function publicHits(q: string, signal: AbortSignal): Promise<Hits> {
  const { items } = await api(catalogContract.searchProducts, {
    query: { q, page: 1, size: 12 },
    signal,
  });
  const channels = new Map(items.map(({ channel }) => [channel.slug, channel.title]));
  return [
    {
      key: 'shows',
      hits: items.slice(0, most).map(({ slug, title, channel }) => ({
        to: `/products/${slug}`,
        label: title,
        note: channel.title,
      })),
    },
    {
      key: 'channels',
      hits: [...channels]
        .filter(([, title]) => matches(q, title))
        .map(([slug, title]) => ({ to: `/channels/${slug}`, label: title, note: '' })),
    },
  ];
}

async function ownHits(q: string, signal: AbortSignal): Promise<Hits> {
  const [products, channels] = await Promise.all([
    api(catalogContract.listOwnProducts, { query: { q, size: most }, signal }),
    api(channelsContract.listMyChannels, { signal }),
  ]);
  return [
    {
      key: 'ownProducts',
      hits: products.items.map(({ slug, title, channel }) => ({
        to: `/account/channels/${channel.slug}/products/${slug}`,
        label: title,
        note: channel.title,
      })),
    },
    {
      key: 'ownChannels',
      hits: channels.items
        .filter(({ title }) => matches(q, title))
        .slice(0, most)
        .map(({ slug, title }) => ({ to: `/account/channels/${slug}`, label: title, note: '' })),
    },
  ];
}

async function allHits(q: string, signal: AbortSignal): Promise<Hits> {
  const query = { q, size: most };
  const [products, channels, users] = await Promise.all([
    api(catalogContract.listAllProducts, { query, signal }),
    api(channelsContract.listChannels, { query, signal }),
    api(usersContract.listUsers, { query, signal }),
  ]);
  return [
    {
      key: 'products',
      hits: products.items.map(({ slug, title, channel }) => ({
        to: `/manage/products/${slug}`,
        label: title,
        note: channel.title,
      })),
    },
    {
      key: 'review',
      hits: channels.items.map(({ slug, title, owner }) => ({
        to: `/manage/channels/${slug}`,
        label: title,
        note: owner.name,
      })),
    },
    {
      key: 'users',
      hits: users.items.map(({ name, surname, email }) => ({
        to: `/manage/manage-users?q=${encodeURIComponent(email)}`,
        label: `${name} ${surname}`.trim() || email,
        note: email,
      })),
    },
  ];
}
