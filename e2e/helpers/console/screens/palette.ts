import type { Page } from '../../browser.js'
import { receiptPage } from './sample-receipts.js'
import type { AnswerOf, ScreenStates } from './screen-states.js'

type CustomerPage = AnswerOf<'/api/customers'>

const at = 1_795_000_000_000

function customersOf(count: number): CustomerPage {
  const customers = Array.from({ length: count }, (_, index) => ({
    id: `cus_${index}`,
    wallet: null,
    email: `elena.fischer.${index}@posteo.example`,
    name: index === 1 ? 'Elena Fischer-Achterberg of Upper Hollow Oak' : 'Elena Fischer',
    receiptCount: index + 1,
    spentUsd: 612.4,
    refundedUsd: 0,
    firstSeenAt: at,
    lastSeenAt: at,
    consent: null,
    consentAt: null,
    note: null,
    revision: 0,
  }))
  return { ok: true, customers, nextCursor: null, total: count }
}

const search = (text: string) => async (page: Page) => {
  await page.getByRole('button', { name: /^Search/ }).click()
  await page.getByRole('combobox', { name: 'Search' }).fill(text)
}

/** The palette, which finds everything. */
export const palette: ScreenStates = {
  path: '/payment',
  reads: ['/api/receipts', '/api/customers'],
  answers: { '/api/receipts': receiptPage(6), '/api/customers': customersOf(4) },
  states: {
    empty: {
      answers: { '/api/receipts': receiptPage(0), '/api/customers': customersOf(0) },
      act: search('§'),
      shows: 'Nothing matches',
    },
    one: {
      answers: { '/api/receipts': receiptPage(1), '/api/customers': customersOf(1) },
      act: search('fisch'),
      shows: '1 receipt',
    },
    many: { act: search('fisch'), shows: '4 receipts' },
    loading: { none: 'Screens and actions are there at once, and what is found joins them.' },
    stale: { none: 'The screen below the palette says so.' },
    degraded: { none: 'The screen below the palette says so.' },
    refused: { none: 'The palette finds what the role may read.' },
    error: { act: search('fisch'), shows: 'The receipts could not be searched' },
  },
}
