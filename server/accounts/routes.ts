import { registerContract } from '#contract/accounts.ts';
import { mount } from '#server/platform/http/mount.ts';
import { registerDomains, registerFields } from './register-form.ts';

export const accountsRoutes = mount(registerContract, {
  getRegisterFields: () => ({ fields: registerFields }),
  getRegisterSocial: () => ({ social: [] }),
  getRegisterDomains: () => registerDomains(),
});
