import { ProductChanged, ProductPublished, ProductWithdrawn } from './catalog/index.ts';
import {
  ChannelBanned,
  ChannelChanged,
  ChannelDeactivated,
  ChannelPublished,
} from './channels/index.ts';
import { afterCommit } from './platform/database/index.ts';
import { forgetReactions, when } from './platform/facts.ts';
import { forgetPages } from './platform/http/web-pages.ts';
import { SiteConfigSaved } from './site/index.ts';

/** Every consequence between areas: when this happens, then that. Nothing else stands here. */
export function setReactions(): void {
  forgetReactions();

  when(SiteConfigSaved, async (tx) => afterCommit(tx, forgetPages));
  when(ChannelPublished, async (tx) => afterCommit(tx, forgetPages));
  when(ChannelChanged, async (tx) => afterCommit(tx, forgetPages));
  when(ChannelDeactivated, async (tx) => afterCommit(tx, forgetPages));
  when(ChannelBanned, async (tx) => afterCommit(tx, forgetPages));
  when(ProductPublished, async (tx) => afterCommit(tx, forgetPages));
  when(ProductChanged, async (tx) => afterCommit(tx, forgetPages));
  when(ProductWithdrawn, async (tx) => afterCommit(tx, forgetPages));
}
