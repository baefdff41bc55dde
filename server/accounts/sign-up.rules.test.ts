import { describe, expect, it } from 'vitest';
import { NewPassword } from '#contract/accounts.ts';
import { domainIsWelcome, passwordIsCommon } from './sign-up.rules.ts';

describe('the domain of an address', () => {
  const none = { allowed: [], refused: [] };

  it('is welcome unless the installation says otherwise', () => {
    expect(domainIsWelcome('ana@any.example', none)).toBe(true);
  });

  it('must be among the allowed ones where there are some', () => {
    const rules = { allowed: ['school.example'], refused: [] };
    expect(domainIsWelcome('ana@School.EXAMPLE', rules)).toBe(true);
    expect(domainIsWelcome('ana@mail.school.example', rules)).toBe(true);
    expect(domainIsWelcome('ana@myschool.example', rules)).toBe(false);
    expect(domainIsWelcome('school.example@other.example', rules)).toBe(false);
  });

  it('must not be among the refused ones', () => {
    const rules = { allowed: [], refused: ['throwaway.example'] };
    expect(domainIsWelcome('ana@throwaway.example', rules)).toBe(false);
    expect(domainIsWelcome('ana@x.throwaway.example', rules)).toBe(false);
    expect(domainIsWelcome('ana@other.example', rules)).toBe(true);
  });
});

describe('a password', () => {
  it.each(['Aa1!', 'aaaaaa1!', 'AAAAAA1!', 'Aaaaaaa!', 'Aaaaaaa1', 'Aaaaaa1 '])(
    'such as %j lacks something',
    (password) => {
      expect(NewPassword.safeParse(password).error?.issues[0]?.message).toBe('password_weak');
    },
  );

  it.each(['Curtain-up-1!', 'Ñandú_2026', 'Überraschung7?'])('such as %j will do', (password) => {
    expect(NewPassword.safeParse(password).success).toBe(true);
  });

  it.each(['Password1!', 'P@ssw0rd!', 'Qwerty123!', 'Contraseña1!', '2026Madrid!!', 'Aa1!Aa1!'])(
    'such as %j is what anybody would try first',
    (password) => {
      expect(passwordIsCommon(password, 'ana@example.test')).toBe(true);
    },
  );

  it('is not the own address', () => {
    expect(passwordIsCommon('Margarita1!', 'margarita@example.test')).toBe(true);
    expect(passwordIsCommon('Curtain-up-1!', 'margarita@example.test')).toBe(false);
  });
});
