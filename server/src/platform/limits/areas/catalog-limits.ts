import { HOUR_MS } from '../../../lib/time.js'
import type { Limit } from '../limit.js'

/** Limits on imports and large catalogs. */
export const catalogLimits = {
  'import-bodies': {
    counts: 'bytes in an imported CSV file',
    isFixed: true,
    max: { request: 16_777_216 },
    reason: 'Twenty thousand items with a few sentences each.',
  },
  'import-rows': {
    counts: 'rows in an imported CSV file',
    max: { request: 20_000 },
    reason: 'A file is imported in one transaction.',
  },
  'import-row-length': {
    counts: 'characters in a row of an imported CSV file',
    max: { request: 65_536 },
    reason:
      'Twice the longest valid row. A quote that is never closed would make the rest one row.',
  },
  imports: {
    counts: 'imports at the same time',
    max: { merchant: 1, network: 2, platform: 4 },
    reason:
      'Each takes memory and CPU time for seconds. Counted in each process, for the platform once the file has arrived.',
  },
  'new-merchant-imports': {
    counts: 'imports of new merchants at the same time',
    max: { network: 1, platform: 3 },
    reason: 'A wallet costs nothing. The other imports are reserved for merchants with sales.',
  },
  'arriving-imports': {
    counts: 'bytes of CSV files that have not been read yet',
    max: { platform: 134_217_728 },
    reason:
      'They wait in memory. Beyond it, the file that began to arrive first is dropped. Counted in each process.',
  },
  'catalogue-loads': {
    counts: 'loads of a catalog with at least 5,000 items or 2 MB of text',
    windowMs: HOUR_MS,
    isPerProcess: true,
    max: { merchant: 6 },
    reason:
      'A load takes seconds, and is repeated only when other catalogs needed the memory. Counted in each process.',
  },
  'waiting-catalogues': {
    counts: 'catalogs of that size that wait to be loaded',
    max: { platform: 100 },
    reason: 'One is loaded at a time. Sizes take turns, in each process.',
  },
} as const satisfies Record<string, Limit>
