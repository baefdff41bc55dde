import {
  IconAlertCircle,
  IconCircle,
  IconCircleCheckFilled,
  IconCircleDashed,
  IconHistory,
  IconTicket,
  IconUsersGroup,
} from '@tabler/icons-react';
import { Link, useLocation } from 'react-router';
import type { MyChannel } from '#contract/channels.ts';
import { useTranslation } from '#web/platform/words.ts';
import { useForm } from '#web/ui/form-context.ts';
import { useFormState } from '#web/ui/save-bar.tsx';
import { useRootMark } from '#web/ui/use-root-mark.ts';
import classes from './channel-nav.module.css';
import { type FormPlace, formPlaces, type PlaceStatus, placeStatus } from './channel-places.ts';

const icons: Record<PlaceStatus, typeof IconCircle> = {
  wrong: IconAlertCircle,
  missing: IconCircleDashed,
  filled: IconCircleCheckFilled,
  optional: IconCircle,
};

/** The parts of the channel, each with how it stands, always in sight. */
export function ChannelNav({ channel }: { channel: MyChannel }) {
  const { t } = useTranslation('channels');
  const { store } = useForm();
  const { missing } = useFormState(store);
  useRootMark('data-parts');
  const given = {
    values: store.values() as Record<string, unknown>,
    wrong: Object.keys(store.errors()),
    missing,
    isDraft: channel.state === 'draft',
  };
  return (
    <nav className={classes.nav} aria-label={t('places.label')}>
      <ul>
        {formPlaces.map((place) => (
          <FormPart key={place} place={place} status={placeStatus(place, given)} />
        ))}
        {channel.can.offerSubscription && <SubscriptionPart />}
        <Part to="products" icon={IconTicket} label={t('products.title')} />
        {channel.moves.length > 0 && (
          <Part to="moves" icon={IconHistory} label={t('moves.title')} />
        )}
      </ul>
    </nav>
  );
}

function FormPart({ place, status }: { place: FormPlace; status: PlaceStatus }) {
  const { t } = useTranslation('channels');
  return (
    <Part
      to={place}
      icon={icons[status]}
      label={t(`section.${place}`)}
      status={status}
      said={status === 'optional' ? undefined : t(`places.${status}`)}
    />
  );
}

function SubscriptionPart() {
  const { t } = useTranslation('subscriptions');
  return <Part to="subscription" icon={IconUsersGroup} label={t('channelForm.title')} />;
}

type PartProps = {
  to: string;
  icon: typeof IconCircle;
  label: string;
  status?: PlaceStatus;
  said?: string | undefined;
};

function Part({ to, icon: Icon, label, status, said }: PartProps) {
  const { hash, search } = useLocation();
  return (
    <li>
      <Link
        to={{ search, hash: to }}
        replace
        aria-current={hash === `#${to}` ? 'location' : undefined}
        data-status={status}
      >
        <Icon size={18} aria-hidden />
        {label}
        {said && <span className="said">, {said}</span>}
      </Link>
    </li>
  );
}
