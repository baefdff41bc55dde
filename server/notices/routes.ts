import { noticesContract } from '#contract/notices.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { mount } from '#server/platform/http/mount.ts';
import { findAccess } from './access.ts';
import { findMail } from './mails.queries.ts';
import { exportMails, openAttachment, searchMails } from './track-mails.ts';
import { pushKeys } from './web-push/keys.ts';
import { subscribe, unsubscribe } from './web-push/subscribe.ts';

export const noticesRoutes = mount(noticesContract, {
  getAccess: () => findAccess(),
  getPushKey: () => ({ publicKey: pushKeys().publicKey }),
  subscribeToPush: async ({ actor, body }) => void (await subscribe(actor, body)),
  unsubscribeFromPush: async ({ actor, query }) => void (await unsubscribe(actor, query.endpoint)),
  listMails: ({ query }) => searchMails(query),
  exportMails: ({ actor, query, language }) => exportMails(query, { actor, language }),
  getMail: async ({ params }) => orRefuse(await findMail(db(), params.id)),
  getMailAttachment: ({ params }) => openAttachment(params),
});

export { serveGraphql } from './graphql/serve.ts';
