// The library that reads XML, and the only module that imports it: the build puts it into it, so that the published package
// depends on nothing. saxes checks that a text is well formed, knows the five entities of XML alone, reads no declaration of
// others, and does not recurse.

import { SaxesParser } from 'saxes';

/** What is told of a text, in its order. */
export interface XmlListener {
  begin(name: string, attributes: Readonly<Record<string, string>>, line: number): void;
  end(): void;
  /** A document type: the only place where a text declares entities of its own. */
  documentType(line: number): void;
  /** What is not well formed; nothing is told after it. */
  fault(message: string): void;
}

export function parseXmlText(text: string, listener: XmlListener): void {
  const parser = new SaxesParser({ xmlns: false, position: true });
  // A tag is told of at its end, but is named by the line of its beginning.
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
