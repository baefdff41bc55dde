import { describe, expect, it } from 'vitest';
import { isSignedByRedsys, keyBy3Des, keyByAes, signRedsys } from './redsys-signature.ts';

/**
 * Messages with the public secrets of Redsys's test environment. Sources: the tests of redsys-easy
 * (javiertury/redsys-easy, MIT), Redsys's page "Firmar una operación", nowo-tech/RedsysPhp (MIT).
 */
const shop = 'sq7HjrUOBfKmC576ILgskD5srU870gJ7';
const older = 'Mk9m98IfEblmPfrpsawt7BmxObt98Jev';

describe('the key of an order', () => {
  it.each([
    ['012345678', shop, 'ub0/L8+E9+9ITQJwk3SvHA=='],
    ['2681dq0KyQBo', shop, 'vw1qte++vTSiW2g2gWXKoA=='],
    ['0726qI3H7sZx', shop, 'GViV77kFjMPKVUcE9qxzlg=='],
    ['1446068581', older, 'Uv3ZTYJhPi5Hpi9R6NzR6w=='],
    ['165446', older, 'fKbHvdchVfk='],
    ['165441', older, '9vgc3PPtGIU='],
  ])('%s of the first generation', (order, secret, key) => {
    expect(keyBy3Des(secret, order).toString('base64')).toBe(key);
  });

  it.each([
    ['1234567890', 'RWt3/IPTzYRMXsQtkiGRKg=='],
    ['0726qI3H7sZx', '3nngQ3w0JZpYQKh1SkmLJQ=='],
    ['1446068581', 'zuCOI0XhY3qI1FDJrasKPQ=='],
  ])('%s of the second', (order, key) => {
    expect(keyByAes(shop, order)).toBe(key);
  });
});

const parametersOf = (values: Record<string, string>) =>
  Buffer.from(JSON.stringify(values), 'utf8').toString('base64');

const formOf0726 = parametersOf({
  DS_MERCHANT_TRANSACTIONTYPE: '0',
  DS_MERCHANT_ORDER: '0726qI3H7sZx',
  DS_MERCHANT_MERCHANTCODE: '999008881',
  DS_MERCHANT_TERMINAL: '1',
  DS_MERCHANT_AMOUNT: '4999',
  DS_MERCHANT_CURRENCY: '978',
  DS_MERCHANT_MERCHANTURL: 'http://www.prueba.com/urlNotificacion.php',
  DS_MERCHANT_URLOK: 'http://www.prueba.com/urlOK.php',
  DS_MERCHANT_URLKO: 'http://www.prueba.com/urlKO.php',
});
const restOf1446 = parametersOf({
  DS_MERCHANT_AMOUNT: '145',
  DS_MERCHANT_ORDER: '1446068581',
  DS_MERCHANT_MERCHANTCODE: '999008881',
  DS_MERCHANT_CURRENCY: '978',
  DS_MERCHANT_TRANSACTIONTYPE: '0',
  DS_MERCHANT_TERMINAL: '1',
  DS_MERCHANT_PAN: '4548812049400004',
  DS_MERCHANT_EXPIRYDATE: '1512',
  DS_MERCHANT_CVV2: '123',
});
const soapNotice =
  '<Request Ds_Version="0.0"><Fecha>01/04/2003</Fecha><Hora>16:57</Hora><Ds_SecurePayment>1</Ds_SecurePayment><Ds_Amount>345</Ds_Amount><Ds_Currency>978</Ds_Currency><Ds_Order>165446</Ds_Order><Ds_Card_Type>C</Ds_Card_Type><Ds_MerchantCode>999008881</Ds_MerchantCode><Ds_Terminal>001</Ds_Terminal><Ds_Card_Country>724</Ds_Card_Country><Ds_Response>0000</Ds_Response><Ds_MerchantData>Alfombrilla para raton</Ds_MerchantData><Ds_TransactionType>1</Ds_TransactionType><Ds_ConsumerLanguage>1</Ds_ConsumerLanguage></Request>';
const soapAnswer =
  '<Response Ds_Version="0.0"><Ds_Response_Merchant>KO</Ds_Response_Merchant></Response>';

describe('a message is signed as Redsys signs it', () => {
  it.each([
    [
      'v1-redirect-request',
      shop,
      '0726qI3H7sZx',
      formOf0726,
      'TyW+LIa2GZnhCPLM7JSPwbQn4ZjOvMO/KiIf4yJgwo8=',
    ],
    [
      'v1-rest-request',
      older,
      '1446068581',
      restOf1446,
      '8usPaCKawqjYeFi6KdNSB4jQ4Wi5XwOORcAk58MMFyU=',
    ],
    [
      'v1-soap-notification',
      older,
      '165446',
      soapNotice,
      'RSOw0q6VSNrs4IOS2sS261JDAOMGeSPR9rGdPaxw+ok=',
    ],
    [
      'v1-soap-answer-ko',
      older,
      '165441',
      soapAnswer,
      'YETezPYMCPkVxtU2QXw8lPB30IpDMi3lyZ2V22OCmk0=',
    ],
  ])('%s', (_id, secret, order, parameters, signature) => {
    expect(signRedsys('HMAC_SHA256_V1', { secret, order, parameters })).toBe(signature);
  });

  it('v2-official-example', () => {
    const parameters =
      'eyJEU19NRVJDSEFOVF9BTU9VTlQiOiI5OTkiLCJEU19NRVJDSEFOVF9PUkRFUiI6IjEyMzQ1Njc4OTAiLCJEU19NRVJDSEFOVF9NRVJDSEFOVENPREUiOiI5OTkwMDg4ODEiLCJEU19NRVJDSEFOVF9DVVJSRU5DWSI6Ijk3OCIsIkRTX01FUkNIQU5UX1RSQU5TQUNUSU9OVFlQRSI6IjAiLCJEU19NRVJDSEFOVF9URVJNSU5BTCI6IjEiLCJEU19NRVJDSEFOVF9NRVJDSEFOVFVSTCI6Imh0dHA6XC9cL3d3dy5wcnVlYmEuY29tXC91cmxOb3RpZmljYWNpb24ucGhwIiwiRFNfTUVSQ0hBTlRfVVJMT0siOiJodHRwOlwvXC93d3cucHJ1ZWJhLmNvbVwvdXJsT0sucGhwIiwiRFNfTUVSQ0hBTlRfVVJMS08iOiJodHRwOlwvXC93d3cucHJ1ZWJhLmNvbVwvdXJsS08ucGhwIn0';
    expect(signRedsys('HMAC_SHA512_V2', { secret: shop, order: '1234567890', parameters })).toBe(
      'Vjo02eSWq249IeZZp3R-ArFnGLhKY0OuzDDlx1BuVtZDC2yhczA7_11uZhsYzLZBCMFAz8u8uzGDX3AErHKmmw',
    );
  });
});

/** The notice of the first message, as the bank would send it. */
const notice = {
  Ds_Date: '22%2F10%2F2021',
  Ds_Hour: '22%3A51',
  Ds_SecurePayment: '1',
  Ds_Card_Number: '454881******0004',
  Ds_Card_Country: '724',
  Ds_Amount: '4999',
  Ds_Currency: '978',
  Ds_Order: '0726qI3H7sZx',
  Ds_MerchantCode: '999008881',
  Ds_Terminal: '001',
  Ds_Response: '0000',
  Ds_MerchantData: '',
  Ds_TransactionType: '0',
  Ds_ConsumerLanguage: '1',
  Ds_AuthorisationCode: '052029',
  Ds_Card_Brand: '1',
  Ds_ProcessedPayMethod: '1',
};

describe('a notice of Redsys', () => {
  const signed = { secret: shop, order: '0726qI3H7sZx', parameters: parametersOf(notice) };
  const isGood = (signature: string, parameters = signed.parameters) =>
    isSignedByRedsys('HMAC_SHA256_V1', { ...signed, parameters, signature });

  it('counts in either alphabet of base64 (v1-redirect-notification, v1-same-signature-other-alphabet)', () => {
    expect(isGood('52nPyUkyDws__OfMqDka_yN-arxzulELZC1TYTvvR0s=')).toBe(true);
    expect(isGood('52nPyUkyDws//OfMqDka/yN+arxzulELZC1TYTvvR0s=')).toBe(true);
  });

  it('counts not when it is forged, changed or empty (v1-forged, v1-amount-changed, v1-empty-signature)', () => {
    expect(isGood('7DVpRPAPoChZh2cgaWnLqlfFsKeXdRfAO_tz-UrxJcU=')).toBe(false);
    const changed = parametersOf({ ...notice, Ds_Amount: '1' });
    expect(isGood('52nPyUkyDws__OfMqDka_yN-arxzulELZC1TYTvvR0s=', changed)).toBe(false);
    expect(isGood('')).toBe(false);
  });

  it('of the second generation (v2-derived-0726qI3H7sZx)', () => {
    const signature =
      'cYSBo9I_XjrWp9AzcZ6bb-ntalCNcKANqDmCV05emg09ogj8vdElS2EvcKAN9bqd1XGsUbvl5pEIlfVZQyGcQA';
    expect(isSignedByRedsys('HMAC_SHA512_V2', { ...signed, signature })).toBe(true);
    expect(isSignedByRedsys('HMAC_SHA256_V1', { ...signed, signature })).toBe(false);
  });
});
