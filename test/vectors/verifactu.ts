/**
 * Reference values of the Spanish tax agency (Agencia Estatal de Administración Tributaria). Hashes:
 * "Detalle de las especificaciones técnicas para generación de la huella o hash de los registros de
 * facturación", v0.1.2 of 27-08-2024, section 6. Codes: "Características del QR y especificaciones del
 * servicio de cotejo". Information of the public sector, which may be used again with its source named
 * (Ley 37/2007).
 */
export const verifactuHashes = [
  {
    note: 'first record of a chain',
    input:
      'IDEmisorFactura=89890001K&NumSerieFactura=12345678/G33&FechaExpedicionFactura=01-01-2024' +
      '&TipoFactura=F1&CuotaTotal=12.35&ImporteTotal=123.45&Huella=' +
      '&FechaHoraHusoGenRegistro=2024-01-01T19:20:30+01:00',
    hash: '3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60',
  },
  {
    note: 'second record, linked to the first',
    input:
      'IDEmisorFactura=89890001K&NumSerieFactura=12345679/G34&FechaExpedicionFactura=01-01-2024' +
      '&TipoFactura=F1&CuotaTotal=12.35&ImporteTotal=123.45' +
      '&Huella=3C464DAF61ACB827C65FDA19F352A4E3BDC2C640E9E9FC4CC058073F38F12F60' +
      '&FechaHoraHusoGenRegistro=2024-01-01T19:20:35+01:00',
    hash: 'F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97',
  },
  {
    note: 'annulment record',
    input:
      'IDEmisorFacturaAnulada=89890001K&NumSerieFacturaAnulada=12345679/G34' +
      '&FechaExpedicionFacturaAnulada=01-01-2024' +
      '&Huella=F7B94CFD8924EDFF273501B01EE5153E4CE8F259766F88CF6ACB8935802A2B97' +
      '&FechaHoraHusoGenRegistro=2024-01-01T19:20:40+01:00',
    hash: '177547C0D57AC74748561D054A9CEC14B4C4EA23D1BEFD6F2E69E3A388F90C68',
  },
] as const;

export const verifactuCodes = [
  {
    nif: '89890001K',
    numserie: '12345678-G33',
    fecha: '01-09-2024',
    importe: '241.4',
    url: 'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=89890001K&numserie=12345678-G33&fecha=01-09-2024&importe=241.4',
  },
  {
    nif: '89890001K',
    numserie: '12345678&G33',
    fecha: '01-01-2024',
    importe: '241.4',
    url: 'https://prewww2.aeat.es/wlpl/TIKE-CONT/ValidarQR?nif=89890001K&numserie=12345678%26G33&fecha=01-01-2024&importe=241.4',
  },
] as const;
