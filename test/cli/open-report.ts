// A report as a reader opens it: from the disk, without network, light or dark.

import { pathToFileURL } from 'node:url';
import type { Browser, Page } from 'playwright-core';
import { expect } from 'vitest';

/** The page of a report, which asks for nothing but itself and complains of nothing. */
export async function openReport(browser: Browser, path: string, colorScheme: 'light' | 'dark'): Promise<Page> {
  const page = await browser.newPage({ colorScheme, offline: true });
  const asked: string[] = [];
  const complaints: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
  const address = pathToFileURL(path).href;
  await page.goto(address);
  expect(asked.filter((url) => !url.startsWith('data:'))).toEqual([address]);
  expect(complaints).toEqual([]);
  return page;
}
