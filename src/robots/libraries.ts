// Calls the library that parses XML. This is the only module that imports it; the build bundles it into it, so that the
// published package has no dependencies. saxes checks that a text is well formed, knows only the five entities of XML,
// reads no declarations of others, and does not recurse.

import { SaxesParser } from 'saxes';

/** Receives the parts of a text, in their order. */
export interface XmlListener {
  begin(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  end(): void;
  /** A document type, the only place where a text can declare its own entities. */
  documentType(line: number): void;
  /** A fault of the text. No other calls follow it. */
  fault(message: string): void;
}

export function parseXmlText(text: string, listener: XmlListener): void {
  const parser = new SaxesParser({ xmlns: false, position: true });
  // The parser reports a tag at its end; its line is that of its beginning.
  let line = 1;
  let isSound = true;
  parser.on('opentagstart', () => {
    line = parser.line;
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (isSound) listener.begin(name, attributes, line);
  });
  parser.on('closetag', () => {
    if (isSound) listener.end();
  });
  parser.on('doctype', () => {
    if (isSound) listener.documentType(parser.line);
  });
  parser.on('error', ({ message }) => {
    if (isSound) listener.fault(message);
    isSound = false;
  });
  parser.write(text).close();
}
