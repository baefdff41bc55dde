import {
  IconBroadcast,
  IconClockHour4,
  IconLanguage,
  IconLink,
  IconLogout,
  IconMoon,
  IconPlus,
  IconSun,
} from '@tabler/icons-react';
import { useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { languages } from '#contract/shared/language-list.ts';
import { useInCurrency } from '#web/platform/chosen-currency.ts';
import { copyText } from '#web/platform/copy-text.ts';
import { notify } from '#web/platform/notices.ts';
import { chooseScheme, useScheme } from '#web/platform/scheme.ts';
import { hasRole, useSession } from '#web/platform/session.ts';
import { useSiteConfig } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import { chooseLanguage } from '#web/platform/words-of-browser.ts';
import { keepLanguage } from '#web/shells/keep-choice.ts';
import { adminNavigation, type NavPlace, organizerNavigation } from './desk-navigation.ts';
import { recentPlaces } from './recent-places.ts';
import {
  guestPlaces,
  homePlace,
  myDataPlace,
  myOtherPlaces,
  mySpacePlace,
  searchPlace,
} from './site-navigation.ts';

export type Choice = {
  id: string;
  label: string;
  /** What it belongs to, such as the desk of a page or the channel of a show. */
  note?: string;
  icon: NavPlace['icon'];
  run: () => void;
  /** Another page comes: the focus goes there and not back. */
  leads?: boolean;
};
export type ChoiceGroup = { key: string; label: string; choices: Choice[] };

/** What quick access offers before anything is searched: recent places, pages, actions. */
export function useOwnChoices(): ChoiceGroup[] {
  const { t } = useTranslation('shells');
  const recent = useRecent();
  const pages = usePages();
  const actions = useActions();
  return [
    { key: 'recent', label: t('palette.recent'), choices: recent },
    { key: 'pages', label: t('palette.pages'), choices: pages },
    { key: 'actions', label: t('palette.actions'), choices: actions },
  ];
}

function useRecent(): Choice[] {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  const user = useSession();
  return useMemo(
    () =>
      recentPlaces(user?.id ?? null)
        .filter(({ to }) => to !== pathname)
        .slice(0, 5)
        .map(({ to, title }) => ({
          id: `recent:${to}`,
          label: title,
          icon: IconClockHour4,
          run: () => void navigate(to),
          leads: true,
        })),
    [user?.id, pathname, navigate],
  );
}

/** The same lists as the bars and desks show, of each role that the person has. */
function usePages(): Choice[] {
  const { t } = useTranslation('shells');
  const inCurrency = useInCurrency();
  const navigate = useNavigate();
  const user = useSession();
  const choice =
    (note?: string) =>
    ({ to, key, icon }: NavPlace): Choice => ({
      id: `page:${to}`,
      label: t(key),
      note,
      icon,
      run: () => void navigate(to),
      leads: true,
    });
  const desk = (groups: typeof adminNavigation, note: string) =>
    groups.flatMap(({ items }) => items.map(choice(note)));
  const member = user ? [mySpacePlace, ...myOtherPlaces, myDataPlace] : guestPlaces;
  return [
    ...(hasRole(user, 'PRODUCER') ? desk(organizerNavigation, t('desk.organizer')) : []),
    ...(hasRole(user, 'ADMIN') ? desk(adminNavigation, t('desk.admin')) : []),
    ...[homePlace, { ...searchPlace, to: inCurrency(searchPlace.to) }, ...member].map(choice()),
  ];
}

function useActions(): Choice[] {
  const { t, language } = useTranslation('shells');
  const { t: say } = useTranslation('platform');
  const { t: sayUi } = useTranslation('ui');
  const navigate = useNavigate();
  const user = useSession();
  const scheme = useScheme();
  const site = useSiteConfig();
  const other = scheme === 'dark' ? 'light' : 'dark';
  const go = (id: string, label: string, icon: Choice['icon'], to: string): Choice => ({
    id,
    label,
    icon,
    run: () => void navigate(to),
    leads: true,
  });
  const copy = async () => {
    const done = await copyText(window.location.href);
    if (done) notify({ message: t('palette.copied') });
    else notify({ variant: 'error', message: t('palette.notCopied') });
  };
  const make = hasRole(user, 'PRODUCER')
    ? [
        go('make:product', t('palette.newProduct'), IconPlus, '/account/products/new'),
        go('make:channel', t('palette.newChannel'), IconBroadcast, '/account/channels?new=1'),
      ]
    : [];
  const speak = site.languages
    ? languages
        .filter((one) => one !== language)
        .map((one) => ({
          id: `language:${one}`,
          label: t('palette.language', { language: say(`language.${one}`) }),
          icon: IconLanguage,
          run: () => void chooseLanguage(one).then(() => keepLanguage(one)),
        }))
    : [];
  return [
    ...make,
    {
      id: 'scheme',
      label: sayUi(`scheme.${other}`),
      icon: other === 'dark' ? IconMoon : IconSun,
      run: () => chooseScheme(other),
    },
    ...speak,
    { id: 'copy', label: t('palette.copy'), icon: IconLink, run: () => void copy() },
    ...(user ? [go('logout', t('logout'), IconLogout, '/logout')] : []),
  ];
}
