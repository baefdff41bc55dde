import { accountsContract, registerContract, usersContract } from '#contract/accounts.ts';
import { db } from '#server/platform/database/index.ts';
import { orRefuse } from '#server/platform/errors.ts';
import { addressKey } from '#server/platform/http/limits.ts';
import { mount } from '#server/platform/http/mount.ts';
import { findAccount, listLogIns } from './accounts.queries.ts';
import { activate } from './activate.ts';
import { askForMail } from './ask-for-mail.ts';
import { changePassword } from './change-password.ts';
import { exportUsers } from './export-users.ts';
import { logIn } from './log-in.ts';
import { logOut, logOutElsewhere } from './log-out.ts';
import { findManagedUser, listManagedUsers } from './managed-users.queries.ts';
import { moveUser } from './move-user.ts';
import { moveUsers } from './move-users.ts';
import { registerDomains, registerFields } from './register-form.ts';
import { resetPassword } from './reset-password.ts';
import { requestArtist, saveAccount } from './save-account.ts';
import { signUp } from './sign-up.ts';

export const accountsRoutes = mount(
  { ...accountsContract, ...usersContract, ...registerContract },
  {
    signUp: ({ body, language }) => signUp(body, language),
    activate: ({ body, request }) => activate(body, request.headers['user-agent'] ?? ''),
    resendActivation: ({ body }) => askForMail(body.email, 'activate'),
    requestRecovery: ({ body }) => askForMail(body.email, 'reset'),
    resetPassword: ({ body }) => resetPassword(body),
    logIn: ({ body, request }) =>
      logIn(body, {
        device: request.headers['user-agent'] ?? '',
        network: addressKey(request.ip),
      }),
    logOut: ({ actor }) => logOut(actor),
    listLogIns: async ({ actor }) => ({ items: await listLogIns(db(), actor) }),
    endLogIn: ({ actor, params }) => logOutElsewhere(actor, params.id),
    getMe: async ({ actor }) => orRefuse(await findAccount(db(), actor.id)),
    saveMe: ({ actor, body }) => saveAccount(actor, body),
    changePassword: ({ actor, body }) => changePassword(actor, body),
    requestArtist: ({ actor }) => requestArtist(actor),

    listUsers: ({ query }) => listManagedUsers(db(), query),
    exportUsers: ({ actor, query, language }) => exportUsers(query, { actor, language }),
    getUser: async ({ params }) => orRefuse(await findManagedUser(db(), params.id)),
    moveUser: async ({ actor, params, body }) => {
      await moveUser(actor, params.id, body.move);
      return orRefuse(await findManagedUser(db(), params.id));
    },

    moveUsers: ({ actor, body, language, requestId }) =>
      moveUsers(actor, body, { language, requestId }),

    getRegisterFields: () => ({ fields: registerFields }),
    getRegisterSocial: () => ({ social: [] }),
    getRegisterDomains: () => registerDomains(),
  },
);
