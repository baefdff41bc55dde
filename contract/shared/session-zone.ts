/** The zone in which sessions are typed and shown unless the viewer chooses another. */
export const sessionZone = 'Europe/Madrid';
