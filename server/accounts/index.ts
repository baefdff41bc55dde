/** The door of `accounts`: what other areas may ask and hear. */
export { ArtistRequested, LoggedOut, UserErased, UserStopped } from './announcements.ts';
export { enrolPerson } from './enrol-person.ts';
export { ensureAdministrator } from './ensure-administrator.ts';
export { identify } from './identify.ts';
export { activationMail, newsKinds, newsMail, recoveryMail } from './mails.ts';
export { mayAct } from './may-act.queries.ts';
export { digestPassword } from './passwords.ts';
export { serveStopReminders, stopReminders, stopUnfinished } from './stop-reminders.ts';
export { findPerson, listAdministrators, type Person, peopleByIds } from './users.queries.ts';
