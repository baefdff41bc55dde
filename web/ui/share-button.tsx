import {
  IconBrandFacebook,
  IconBrandWhatsapp,
  IconBrandX,
  IconCheck,
  IconLink,
  IconMail,
  IconShare,
} from '@tabler/icons-react';
import { type MouseEvent, useId } from 'react';
import { usePublicUrl } from '#web/platform/site-settings.ts';
import { useTranslation } from '#web/platform/words.ts';
import classes from './share-button.module.css';
import { mailOf, type Shared, shareWays } from './share-ways.ts';
import { useCopied } from './use-copied.ts';

type Props = {
  /** The address from the root of the site, such as `/products/noche`. */
  path: string;
  /** What is shared, as it stands in a message. */
  title: string;
  /** Only the icon, for bars; the name is read out and shown on hover. */
  iconOnly?: boolean;
};

/**
 * Shares a page: by the sheet of the device where there is one, else by a small menu. The menu is a
 * popover, so it also opens before scripts run, closes by Escape or a click elsewhere, and is cut by
 * nothing that it stands in.
 */
export function ShareButton({ path, title, iconOnly }: Props) {
  const { t } = useTranslation('ui');
  const id = useId();
  const shared: Shared = { title, url: `${usePublicUrl()}${path}` };
  const label = t('share.open');
  const open = (event: MouseEvent) => {
    if (!navigator.canShare?.(shared)) return;
    event.preventDefault();
    // Whoever closes the sheet has changed their mind: that is no fault.
    navigator.share(shared).catch(() => undefined);
  };
  return (
    <div className={classes.place}>
      <button
        type="button"
        className={classes.button}
        data-icon-only={iconOnly || undefined}
        aria-label={iconOnly ? label : undefined}
        title={iconOnly ? label : undefined}
        popoverTarget={id}
        onClick={open}
      >
        <IconShare size={20} aria-hidden />
        {!iconOnly && label}
      </button>
      <ul id={id} popover="auto" aria-label={label} className={classes.menu}>
        <li>
          <CopyLink url={shared.url} />
        </li>
        {shareWays.map(({ name, addressOf }) => (
          <ShareLink key={name} href={addressOf(shared)} icon={icons[name]} label={name} />
        ))}
        <ShareLink href={mailOf(shared)} icon={IconMail} label={t('share.mail')} />
      </ul>
    </div>
  );
}

const icons = { WhatsApp: IconBrandWhatsapp, X: IconBrandX, Facebook: IconBrandFacebook };

type LinkProps = { href: string; label: string; icon: typeof IconLink };

function ShareLink({ href, label, icon: Icon }: LinkProps) {
  return (
    <li>
      <a href={href} target="_blank" rel="noopener noreferrer" className={classes.way}>
        <Icon size={20} aria-hidden />
        {label}
      </a>
    </li>
  );
}

function CopyLink({ url }: { url: string }) {
  const { t } = useTranslation('ui');
  const { copied, copy } = useCopied(url, t('share.failed'));
  const Icon = copied ? IconCheck : IconLink;
  return (
    <>
      <button type="button" className={classes.way} onClick={() => void copy()}>
        <Icon size={20} aria-hidden />
        {t(copied ? 'share.copied' : 'share.copy')}
      </button>
      <span role="status" className="said">
        {copied && t('share.copied')}
      </span>
    </>
  );
}
