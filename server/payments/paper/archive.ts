import type PDFDocument from 'pdfkit';

type Ending = { endMetadata: () => void };

/**
 * pdfkit writes the title and the names of a file into XML just as they are: an “&” in the name of
 * a company would break it, and with it what PDF/A asks of a file.
 */
export function keepNamesReadable(document: InstanceType<typeof PDFDocument>): void {
  // The types know nothing of it; by then the plain names are written already.
  const ending = document as unknown as Ending;
  const end = ending.endMetadata.bind(document);
  ending.endMetadata = () => {
    for (const name of ['Title', 'Author', 'Subject'] as const) {
      document.info[name] = asXml(document.info[name] ?? '');
    }
    end();
  };
}

const asXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
