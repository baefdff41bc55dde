/** May an address of this domain register? With no allowed domains, all are, but the refused. */
export function domainIsWelcome(
  email: string,
  { allowed, refused }: { allowed: readonly string[]; refused: readonly string[] },
): boolean {
  const domain = email.slice(email.lastIndexOf('@') + 1).toLowerCase();
  const within = (other: string) => domain === other || domain.endsWith(`.${other}`);
  return !refused.some(within) && (allowed.length === 0 || allowed.some(within));
}

// What people start from when a rule demands signs and digits: "P@ssw0rd2026!".
const commonRoots = new Set(
  (
    'password passwort contrasena clave senha segredo welcome bienvenido benvindo admin ' +
    'administrator administrador root user usuario usuário qwerty qwertyui qwertyuiop asdfgh ' +
    'asdfghjkl zxcvbn zxcvbnm abc abcd abcdef abcdefgh iloveyou teamo tequiero teamomucho amor ' +
    'letmein login master dragon monkey football futbol futebol baseball princess princesa ' +
    'sunshine shadow superman batman pokemon starwars summer winter spring autumn verano invierno ' +
    'verao inverno secret changeme test testing prueba teste hello hola ola spain espana brasil ' +
    'brazil portugal madrid barcelona realmadrid atletico flamengo corinthians palmeiras platea ' +
    'trustno whatever freedom michael jordan jennifer charlie daniel maria jesus google facebook ' +
    'instagram ninja mustang access hunter soccer cheese computer internet'
  ).split(' '),
);
const lookalikes: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
};

const readable = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[013457@$!]/g, (sign) => lookalikes[sign] ?? sign)
    .replaceAll(/[^a-z]/g, '');

/**
 * Is this one of the first passwords that anybody would try: a common word with digits and signs
 * around it, one or two letters repeated, or the person's own address?
 */
export function passwordIsCommon(password: string, email: string): boolean {
  const bare = password.toLowerCase().replaceAll(/^[^a-z]+|[^a-z]+$/g, '');
  const roots = [readable(bare), readable(password), readable(bare.replaceAll(/\d/g, ''))];
  const own = readable(email.split('@')[0] ?? '');
  if (new Set(password.toLowerCase()).size < 5) return true;
  if (own.length >= 4 && roots.includes(own)) return true;
  return roots.some((root) => commonRoots.has(root));
}
